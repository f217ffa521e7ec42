import js from "@eslint/js";
import globals from "globals";

export default [
  js.configs.recommended,
  {
    files: ["static/js/**/*.js"],
    languageOptions: { sourceType: "module", globals: globals.browser },
    rules: {
      "no-var": "error",
      "prefer-const": "error",
      eqeqeq: "error",
      curly: "error",
      // a global of the browser that reads like a variable: name the element instead
      "no-restricted-globals": ["error", "event", "name", "status", "parent", "top", "screen", "find", "stop", "close"],
      "max-lines": ["error", 200],
    },
  },
  { files: ["tests/static/**/*.mjs"], languageOptions: { globals: globals.node } },
];
