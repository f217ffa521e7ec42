// Says how the collator of this engine orders texts: languages with texts on its standard input, as JSON.
import process from "node:process";

let told = "";
process.stdin.setEncoding("utf-8").on("data", (part) => (told += part));
process.stdin.on("end", () => {
  const { languages, pairs } = JSON.parse(told);
  const { icu, cldr, unicode, v8 } = process.versions;
  const collators = Object.fromEntries(
    Object.keys({ ...languages, ...pairs }).map((tag) => [tag, new Intl.Collator(tag).compare]),
  );
  const places = Object.entries(pairs).map(([tag, of]) => [tag, of.map(([a, b]) => Math.sign(collators[tag](a, b)))]);
  const ordered = Object.entries(languages).map(([tag, texts]) => [tag, texts.sort(collators[tag])]);
  process.stdout.write(
    JSON.stringify({
      collator: `Intl.Collator of V8 ${v8} with ICU ${icu}, CLDR ${cldr}, Unicode ${unicode}`,
      languages: Object.fromEntries(ordered),
      pairs: Object.fromEntries(places),
    }),
  );
});
