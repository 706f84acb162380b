import fc from "fast-check";
import { expect, it } from "vitest";
import { FORM_PARTS_MAX, type FormPart, formParts, hasFormBody } from "#app/ui/form/form-parts.server.ts";

/** @returns the value of a field as browsers send it: they write every line break as CRLF */
const asSent = (text: string) => text.replace(/\r\n|\r|\n/g, "\r\n");

const text = fc.string({ unit: "grapheme", maxLength: 60 });
const fieldName = fc.string({ unit: fc.constantFrom(..."abcXYZ09_-"), minLength: 1, maxLength: 12 });

const sent = (body: BodyInit, headers?: HeadersInit) =>
  new Request("http://localhost", { method: "POST", body, ...(headers && { headers }) });

async function read(request: Request): Promise<FormPart[]> {
  const parts: FormPart[] = [];
  for await (const part of formParts(request)) parts.push(part);
  return parts;
}

/** @returns the parts of a form that the platform has encoded */
const partsOf = (body: FormData | URLSearchParams) => read(sent(body));

const readable = ([name, value]: FormPart) => [
  name,
  typeof value === "string" ? value : { ...value, bytes: [...value.bytes] },
];

it("the form parser reads every field unchanged, in the order of the form", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fieldName, text), { maxLength: 8 }), async (fields) => {
      const [asParts, online] = [new FormData(), new URLSearchParams()];
      for (const [name, value] of fields) asParts.append(name, value);
      for (const [name, value] of fields) online.append(name, value);
      if (fields.length > 0)
        expect(await partsOf(asParts)).toEqual(fields.map(([name, value]) => [name, asSent(value)]));
      expect(await partsOf(online)).toEqual(fields);
    }),
  );
});

it("the form parser reads a file byte for byte, whatever it contains", async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 3000 }), fc.boolean(), async (bytes, withLineBreaks) => {
      const content = withLineBreaks
        ? new Uint8Array([...bytes, ...new TextEncoder().encode("\r\n--\r\n--x\r\n")])
        : bytes;
      const body = new FormData();
      body.append("avant", "1");
      body.append("image", new File([content], "affiche d’été.jpg"));
      body.append("après", "2");
      expect((await partsOf(body)).map(readable)).toEqual([
        ["avant", "1"],
        ["image", { name: "affiche d’été.jpg", bytes: [...content] }],
        ["après", "2"],
      ]);
    }),
  );
});

it.each([
  "Capture d’écran 2026-11-28 à 10.00.00\u202fAM.jpg",
  "Capture d’e\u0301cran « 2 ».png",
  "Łódź – Ωμέγα 📷.heic",
  "a;b=c; name=x.jpg",
  "sans extension",
  `${"long ".repeat(60)}.jpg`,
])("the form parser reads a file with the name %j", async (name) => {
  const body = new FormData();
  body.append("photo", new File(["abc"], name));
  expect((await partsOf(body)).map(readable)).toEqual([["photo", { name, bytes: [97, 98, 99] }]]);
});

it("the form parser refuses a form that is cut off anywhere, and one without its boundary", async () => {
  const body = new FormData();
  body.append("nom", "Zoé");
  body.append("image", new File(["abc"], "a.jpg"));
  const whole = sent(body);
  const type = whole.headers.get("content-type") ?? "";
  const bytes = await whole.bytes();
  const readAs = (some: Uint8Array<ArrayBuffer>, as: string) => read(sent(some, { "content-type": as }));
  // The last two bytes are a line break after the end.
  for (let end = 0; end < bytes.length - 2; end++)
    await expect(readAs(bytes.slice(0, end), type), String(end)).rejects.toThrow();
  await expect(readAs(bytes, "multipart/form-data")).rejects.toThrow();
  await expect(readAs(bytes, "multipart/form-data; boundary=autre")).rejects.toThrow();
});

const boundaryIn = async (type: string, boundary: string) => {
  const body = `--${boundary}\r\nContent-Disposition: form-data; name="nom"\r\n\r\nZoé\r\n--${boundary}--\r\n`;
  return read(sent(body, { "content-type": type }));
};

it.each([
  ["x", "x"],
  ['"x y"', "x y"],
  ["----WebKitFormBoundary7MA4YWxkTrZu0gW", "----WebKitFormBoundary7MA4YWxkTrZu0gW"],
  [`"'()+_,-./:=?"`, "'()+_,-./:=?"],
  ["a".repeat(70), "a".repeat(70)],
  [`x; charset=utf-8`, "x"],
])("the form parser reads a form whose boundary is %s", async (parameter, boundary) => {
  for (const type of [
    `multipart/form-data; boundary=${parameter}`,
    `Multipart/Form-Data;Charset=utf-8;BOUNDARY=${parameter}`,
  ])
    expect(await boundaryIn(type, boundary)).toEqual([["nom", "Zoé"]]);
});

it.each<[string, string]>([
  ["", "x"],
  ["; boundary=", ""],
  ['; boundary=""', ""],
  ['; boundary="x', "x"],
  ["; boundary=x; boundary=x", "x"],
  ["; boundary=x; boundary=y", "y"],
  ["; xboundary=x", "x"],
  ['; boundary="x "', "x "],
  ["; boundary=é", "é"],
  [`; boundary=${"a".repeat(71)}`, "a".repeat(71)],
  [`; boundary=${"a".repeat(15_500)}`, "a".repeat(15_500)],
  [`; boundary="${"a".repeat(71)}"`, "a".repeat(71)],
])("the form parser refuses a form of the type multipart/form-data%s", async (parameters, boundary) => {
  await expect(boundaryIn(`multipart/form-data${parameters}`, boundary)).rejects.toThrow();
});

it("the form parser reads as many parts as the longest form of the site has, and refuses more", async () => {
  const [parts, pairs] = [new FormData(), new URLSearchParams()];
  for (let n = 0; n < FORM_PARTS_MAX; n++) for (const form of [parts, pairs]) form.append("a", "b");
  for (const form of [parts, pairs]) {
    expect(await partsOf(form)).toHaveLength(FORM_PARTS_MAX);
    form.append("a", "b");
    await expect(partsOf(form)).rejects.toThrow();
  }
});

it.each([
  ["multipart/form-data; boundary=x", true],
  ["Application/x-www-form-urlencoded; charset=UTF-8", true],
  ["application/json", false],
  ["text/plain", false],
  ["", false],
])("the form parser treats '%s' as a form: %s", (type, expected) => {
  expect(hasFormBody(sent("a=b", { "content-type": type }))).toBe(expected);
});
