// Half-typed fields: what was typed is found again in a new rendering of the part, in the field that it was typed into.
import assert from "node:assert/strict";
import { test } from "node:test";

import { fieldKey, rememberFields, restoreFields } from "../../static/js/fields.js";

// As much of a part as the module reads: forms with fields, folds, and where the cursor is.
function partOf(fields, folds = [], focused = null) {
  const page = { activeElement: focused };
  return {
    ownerDocument: page,
    querySelectorAll: (selector) => (selector === "details[id]" ? folds : fields),
  };
}

function formOf(ask, hidden = {}, action = "/table/abcde/move") {
  return {
    dataset: ask ? { ask } : {},
    getAttribute: () => action,
    querySelector: (selector) => {
      const name = /\[name=(\w+)\]/.exec(selector)[1];
      return name in hidden ? { value: hidden[name] } : null;
    },
  };
}

function fieldOf(form, name, value = "", more = {}) {
  return { form, name, type: "text", value, selectionStart: 0, selectionEnd: 0, ...more };
}

test("a half-typed name is restored in the field of the same ask and seat", () => {
  const [ann, bo] = ["0", "1"].map((seat) => formOf("write", { seat }));
  const kept = rememberFields(partOf([fieldOf(ann, "name", "Mar"), fieldOf(bo, "name", "Jo")]));
  const fresh = [fieldOf(formOf("write", { seat: "1" }), "name"), fieldOf(formOf("write", { seat: "0" }), "name")];
  restoreFields(partOf(fresh), kept);
  assert.deepEqual(
    fresh.map(({ value }) => value),
    ["Jo", "Mar"],
  );
});

test("what was typed for one question is not an answer to another", () => {
  const kept = rememberFields(partOf([fieldOf(formOf("write", { seat: "0" }), "name", "Mar")]));
  const other = fieldOf(formOf("hold", { seat: "0" }), "name");
  restoreFields(partOf([other]), kept);
  assert.equal(other.value, "");
});

test("a form that was sent starts afresh", () => {
  const form = formOf("write", { seat: "0" });
  const kept = rememberFields(partOf([fieldOf(form, "name", "Mary")]), (sent) => sent === form);
  const fresh = fieldOf(formOf("write", { seat: "0" }), "name");
  restoreFields(partOf([fresh]), kept);
  assert.equal(fresh.value, "");
});

for (const type of ["checkbox", "radio"]) {
  test(`ticks are restored box by box: ${type}`, () => {
    const form = formOf("take", { seat: "0" });
    const boxes = ["red", "blue"].map((value) => fieldOf(form, "killer", value, { type, checked: value === "blue" }));
    const kept = rememberFields(partOf(boxes));
    const fresh = ["blue", "red"].map((value) =>
      fieldOf(formOf("take", { seat: "0" }), "killer", value, { type, checked: false }),
    );
    restoreFields(partOf(fresh), kept);
    assert.deepEqual(
      fresh.map(({ checked }) => checked),
      [true, false],
    );
  });
}

// A radio button of the host's, as the server has set it and as it is now.
function boxOf(value, defaultChecked, checked = defaultChecked) {
  return fieldOf(null, "box", value, { type: "radio", checked, defaultChecked });
}

test("what nobody has touched is as the server sets it anew", () => {
  const kept = rememberFields(partOf([boxOf("four", true), boxOf("two", false)]));
  const fresh = [boxOf("four", false), boxOf("two", true)];
  restoreFields(partOf(fresh), kept);
  assert.deepEqual(
    fresh.map(({ checked }) => checked),
    [false, true],
  );
});

test("what somebody has chosen stays chosen, whatever the server would set", () => {
  const kept = rememberFields(partOf([boxOf("four", true, false), boxOf("two", false, true)]));
  const fresh = [boxOf("four", true), boxOf("two", false)];
  restoreFields(partOf(fresh), kept);
  assert.deepEqual(
    fresh.map(({ checked }) => checked),
    [false, true],
  );
});

test("a text or a choice that stands as it was set is set anew", () => {
  const option = (value, isSet) => ({ value, selected: isSet, defaultSelected: isSet });
  const kept = rememberFields(
    partOf([
      fieldOf(null, "count", "1", { defaultValue: "1" }),
      fieldOf(null, "to", "0", { type: "select-one", options: [option("0", true), option("1", false)] }),
    ]),
  );
  const fresh = [
    fieldOf(null, "count", "2", { defaultValue: "2" }),
    fieldOf(null, "to", "1", { type: "select-one", options: [option("0", false), option("1", true)] }),
  ];
  restoreFields(partOf(fresh), kept);
  assert.deepEqual(
    fresh.map(({ value }) => value),
    ["2", "1"],
  );
});

test("forms that ask nothing differ by their address, and by the person whom they are about", () => {
  const keys = [
    formOf(null, {}, "/guests"),
    formOf(null, {}, "/decks"),
    formOf(null, { person: "1" }, "/people"),
    formOf(null, { person: "2" }, "/people"),
  ].map((form) => fieldKey(fieldOf(form, "name")));
  assert.equal(new Set(keys).size, 4);
});

test("a choice that is offered no more is left as the server set it", () => {
  const kept = rememberFields(partOf([fieldOf(formOf("act"), "to", "2", { type: "select-one" })]));
  const fresh = fieldOf(formOf("act"), "to", "0", { type: "select-one", options: [{ value: "0" }, { value: "1" }] });
  restoreFields(partOf([fresh]), kept);
  assert.equal(fresh.value, "0");
});

test("the cursor stands where it stood", () => {
  const typed = fieldOf(formOf("write"), "name", "Mary", { selectionStart: 2, selectionEnd: 3 });
  const kept = rememberFields(partOf([typed], [], typed));
  const cursor = [];
  const fresh = fieldOf(formOf("write"), "name", "", {
    focus: () => cursor.push("focus"),
    setSelectionRange: (start, end) => cursor.push(start, end),
  });
  restoreFields(partOf([fresh]), kept);
  assert.deepEqual(cursor, ["focus", 2, 3]);
});

test("a field without a place for a cursor is only focused", () => {
  const chosen = fieldOf(formOf("act"), "to", "1", { selectionStart: null, selectionEnd: null });
  const kept = rememberFields(partOf([chosen], [], chosen));
  const focused = [];
  const fresh = fieldOf(formOf("act"), "to", "0", {
    focus: () => focused.push("focus"),
    setSelectionRange: () => focused.push("cursor"),
  });
  restoreFields(partOf([fresh]), kept);
  assert.deepEqual(focused, ["focus"]);
});

test("what was open is open again, and what is new stays as it came", () => {
  const kept = rememberFields(
    partOf(
      [],
      [
        { id: "options", open: true },
        { id: "seats", open: false },
      ],
    ),
  );
  const fresh = [
    { id: "seats", open: true },
    { id: "options", open: false },
    { id: "end", open: true },
  ];
  restoreFields(partOf([], fresh), kept);
  assert.deepEqual(
    fresh.map(({ open }) => open),
    [false, true, true],
  );
});

test("a field outside of any form has a key of its own", () => {
  assert.notEqual(fieldKey(fieldOf(null, "name")), fieldKey(fieldOf(formOf("write"), "name")));
});
