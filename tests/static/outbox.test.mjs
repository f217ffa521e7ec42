// The outbox: a tap goes once, in order, and stays until the server has said yes or no.
import assert from "node:assert/strict";
import { test } from "node:test";

import { Outbox, isNotNow } from "../../static/js/outbox.js";

const tap = (key) => ({ key, path: "/table/abcde/move", body: `key=${key}` });

// A server that gives these answers, one after the other; an Error is a connection that fails.
function outboxAt(...answers) {
  const heard = { sent: [], requests: [], later: [], waits: [], messages: [] };
  const outbox = new Outbox({
    send: async (path, request) => {
      heard.sent.push(request.body);
      heard.requests.push({ path, ...request });
      const answer = answers.shift();
      if (answer instanceof Error) {
        throw answer;
      }
      return answer;
    },
    later: (task, milliseconds) => heard.later.push({ task, milliseconds }),
    changed: (isWaiting) => heard.waits.push(isWaiting),
    refused: (message) => heard.messages.push(message),
  });
  return { outbox, heard };
}

const answer = (status, text = "", headers = {}) => new Response(text, { status, headers });

test("taps go in the order in which they were tapped, and the outbox is empty then", async () => {
  const { outbox, heard } = outboxAt(answer(200), answer(200));
  outbox.add(tap("one"));
  outbox.add(tap("two"));
  await outbox.send();
  assert.deepEqual(heard.sent, ["key=one", "key=two"]);
  assert.equal(outbox.isEmpty, true);
  assert.deepEqual(heard.waits, [true, true, true, false]);
});

test("the same tap is kept once", async () => {
  const { outbox, heard } = outboxAt(answer(200), answer(200));
  outbox.add(tap("one"));
  outbox.add(tap("one"));
  await outbox.send();
  assert.deepEqual(heard.sent, ["key=one"]);
});

test("a tap stays while the server is away, and goes before those that came later", async () => {
  const { outbox, heard } = outboxAt(new TypeError("Failed to fetch"), answer(200), answer(200));
  outbox.add(tap("one"));
  await outbox.send();
  assert.equal(outbox.isEmpty, false);
  outbox.add(tap("two"));
  await outbox.send();
  assert.deepEqual(heard.sent, ["key=one", "key=one", "key=two"]);
});

test("a refusal is told, and the next tap goes", async () => {
  const { outbox, heard } = outboxAt(answer(409, "That was before."), answer(200));
  outbox.add(tap("one"));
  outbox.add(tap("two"));
  await outbox.send();
  assert.deepEqual(heard.messages, ["That was before.", ""]);
  assert.equal(outbox.isEmpty, true);
});

test("who is asked to wait sends after that time", async () => {
  const { outbox, heard } = outboxAt(answer(503, "", { "Retry-After": "7" }), answer(200));
  outbox.add(tap("one"));
  await outbox.send();
  const [{ task, milliseconds }] = heard.later;
  assert.ok(milliseconds >= 7000 && milliseconds < 7500);
  await task();
  assert.equal(outbox.isEmpty, true);
});

test("who is asked to wait without a time sends after a second", async () => {
  const { outbox, heard } = outboxAt(answer(429));
  outbox.add(tap("one"));
  await outbox.send();
  const [{ milliseconds }] = heard.later;
  assert.ok(milliseconds >= 1000 && milliseconds < 1500);
});

test("a tap at a damaged game is answered, and the next one goes", async () => {
  const { outbox, heard } = outboxAt(answer(503, "This game is damaged."), answer(200));
  outbox.add(tap("one"));
  outbox.add(tap("two"));
  await outbox.send();
  assert.deepEqual(heard.messages, ["This game is damaged.", ""]);
  assert.equal(outbox.isEmpty, true);
});

test("a tap is sent as the form that it is, by htmx", async () => {
  const { outbox, heard } = outboxAt(answer(200));
  outbox.add(tap("one"));
  await outbox.send();
  const [{ path, method, headers }] = heard.requests;
  assert.deepEqual([path, method], ["/table/abcde/move", "POST"]);
  assert.deepEqual(headers, { "HX-Request": "true", "Content-Type": "application/x-www-form-urlencoded" });
});

test("a server that fails keeps the tap waiting", async () => {
  const { outbox } = outboxAt(answer(500));
  outbox.add(tap("one"));
  await outbox.send();
  assert.equal(outbox.isEmpty, false);
});

test("it sends one tap at a time, however often it is asked to", async () => {
  const { outbox, heard } = outboxAt(answer(200));
  outbox.add(tap("one"));
  await Promise.all([outbox.send(), outbox.send()]);
  assert.deepEqual(heard.sent, ["key=one"]);
});

test("a 503 without a time is an answer: the game is damaged, and others wait behind it", () => {
  assert.equal(isNotNow(503, null), false);
  assert.equal(isNotNow(503, "1"), true);
  assert.equal(isNotNow(429, null), true);
  assert.equal(isNotNow(422, null), false);
});
