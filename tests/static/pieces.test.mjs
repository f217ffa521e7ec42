// The pieces of a part: each is kept as long as a part shows it.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { compose, forgetPieces, keep } from "../../static/js/pieces.js";

beforeEach(forgetPieces);

test("a part is its pieces in order, with the lines that they had", () => {
  keep("a1\n<p>one</p>\n");
  keep("b2\n\n<p>two</p>");
  assert.equal(compose("shared", ["b2", "a1", "b2"]), "\n<p>two</p><p>one</p>\n\n<p>two</p>");
});

test("a piece stays as long as one of the parts shows it", () => {
  keep("a1\none");
  keep("b2\ntwo");
  compose("shared", ["a1", "b2"]);
  compose("private", ["b2"]);
  compose("shared", ["a1"]);
  assert.equal(compose("shared", ["b2"]), "two");
  compose("private", []);
  compose("shared", []);
  assert.equal(compose("shared", ["b2"]), undefined);
});

test("a part of which a piece is missing is none, and nothing is forgotten for it", () => {
  keep("a1\none");
  compose("shared", ["a1"]);
  assert.equal(compose("shared", ["a1", "b2"]), undefined);
  assert.equal(compose("shared", ["a1"]), "one");
});
