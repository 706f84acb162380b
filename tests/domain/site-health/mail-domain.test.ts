import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { HealthAssessment } from "#domain/site-health/connections.ts";
import { assessDmarc, assessMx, assessSpf, isDmarcRecord, isSpfRecord } from "#domain/site-health/mail-domain.ts";
import type { MailDomainCheck } from "#domain/site-health/measurements.ts";

const DOMAIN = "exemple.ch";
const checkOf = (changed: Partial<MailDomainCheck>): MailDomainCheck => ({
  domain: DOMAIN,
  mailHost: "mail.hote.ch",
  spf: [],
  dmarc: [],
  mx: [],
  ...changed,
});

const lineOf = ([, , remedy]: HealthAssessment) => (typeof remedy === "object" ? remedy.line : undefined);
const stateOf = ([state]: HealthAssessment) => state;

describe("SPF", () => {
  it.each<[string | null, string]>([
    ["mail.infomaniak.com", "v=spf1 include:spf.infomaniak.ch -all"],
    ["asmtp.mail.hostpoint.ch", "v=spf1 redirect=spf.mail.hostpoint.ch"],
    ["smtp.gmail.com", "v=spf1 include:_spf.google.com ~all"],
    ["smtp.office365.com", "v=spf1 include:spf.protection.outlook.com -all"],
    ["mail.hote.ch", "v=spf1 mx a:mail.hote.ch ~all"],
    [null, "v=spf1 mx ~all"],
  ])("that is missing comes with the line to add for %s: %s", (mailHost, record) => {
    const assessment = assessSpf(checkOf({ mailHost }));
    expect(stateOf(assessment)).toBe("attention");
    expect(lineOf(assessment)).toBe(`exemple.ch. TXT "${record}"`);
    expect(stateOf(assessSpf(checkOf({ mailHost, spf: [record] })))).toBe("ok");
  });

  it.each<[string, string, string]>([
    ["v=spf1 include:spf.infomaniak.ch -all", "mail.infomaniak.com", "ok"],
    ["v=spf1 include:spf.hote.net ~all", "mail.hote.ch", "ok"],
    ["v=spf1 a:smtp.hote.ch/24 -all", "mail.hote.ch", "ok"],
    ["v=spf1 mx -all", "mail.hote.ch", "ok"],
    ["v=spf1 ip4:192.0.2.0/24 -all", "mail.hote.ch", "ok"],
    ["v=spf1 exists:%{i}.spf.autre.ch -all", "mail.hote.ch", "ok"],
    ["v=spf1 include:%{d}.autre.ch -all", "mail.hote.ch", "ok"],
    ["v=spf1 +all", "mail.hote.ch", "ok"],
    ["v=spf1 include:spf.autre.ch -all", "mail.hote.ch", "unknown"],
    ["v=spf1 -include:spf.hote.ch include:x.autre.ch -all", "mail.hote.ch", "unknown"],
    ["v=spf1 ~all", "mail.hote.ch", "unknown"],
    ["v=spf1", "mail.hote.ch", "unknown"],
    ["v=spf1 -all", "mail.hote.ch", "error"],
    ["V=SPF1   -ALL include:spf.hote.ch", "mail.hote.ch", "error"],
  ])("« %s » for mail through %s is %s", (record, mailHost, state) => {
    const assessment = assessSpf(checkOf({ mailHost, spf: [record] }));
    expect(stateOf(assessment)).toBe(state);
    // Which servers a provider sends from cannot be known.
    if (state === "unknown") expect(assessment[1]).toContain("C’est peut-être juste");
  });

  it("in several records is an error, without a line to add", () => {
    const assessment = assessSpf(checkOf({ spf: ["v=spf1 mx -all", "v=spf1 a -all"] }));
    expect([stateOf(assessment), lineOf(assessment)]).toEqual(["error", undefined]);
  });
});

describe("DMARC", () => {
  it.each<[string[], string]>([
    [[], "attention"],
    [["v=DMARC1; p=none"], "ok"],
    [["v=DMARC1;p=reject;rua=mailto:a@exemple.ch"], "ok"],
    [["v=DMARC1; sp=none"], "attention"],
    [["v=DMARC1"], "attention"],
    [["v=DMARC1; p=none", "v=DMARC1; p=none"], "error"],
  ])("of %j is %s", (dmarc, state) => {
    const assessment = assessDmarc(checkOf({ dmarc }));
    expect(stateOf(assessment)).toBe(state);
    expect(lineOf(assessment)).toBe(state === "attention" ? '_dmarc.exemple.ch. TXT "v=DMARC1; p=none"' : undefined);
  });
});

describe("MX", () => {
  it.each<[string[], string | null, string, string | undefined]>([
    [[], "mail.infomaniak.com", "attention", "exemple.ch. MX 5 mta-gw.infomaniak.ch."],
    [[], "mail.hote.ch", "attention", "exemple.ch. MX 10 mail.hote.ch."],
    [[], null, "attention", undefined],
    [[""], "mail.hote.ch", "error", "exemple.ch. MX 10 mail.hote.ch."],
    [["."], null, "error", undefined],
    [["", "mx.hote.ch"], null, "ok", undefined],
    [["mx.hote.ch"], null, "ok", undefined],
  ])("of %j with mail through %s is %s", (mx, mailHost, state, line) => {
    const assessment = assessMx(checkOf({ mailHost, mx }));
    expect([stateOf(assessment), lineOf(assessment)]).toEqual([state, line]);
  });
});

it("a record that could not be read is « pas pu être vérifié », not missing", () => {
  const silent = checkOf({ spf: null, dmarc: null, mx: null });
  for (const assessment of [assessSpf(silent), assessDmarc(silent), assessMx(silent)]) {
    expect(stateOf(assessment)).toBe("unknown");
    expect(assessment[1]).toMatch(/n’a pas pu être vérifié\.$/);
    expect(lineOf(assessment)).toBeUndefined();
  }
});

it("a record of a stranger is never quoted", () => {
  const text = fc.array(fc.constantFrom("v=spf1", " ", "include:", "<b>", "%{i}", "all", "-", "a.b", "\n", ";", "p="));
  fc.assert(
    fc.property(text, text, (spf, dmarc) => {
      const check = checkOf({ spf: [`v=spf1 ${spf.join("")}`], dmarc: [`v=DMARC1${dmarc.join("")}`], mx: ["<b>"] });
      const words = JSON.stringify([assessSpf(check), assessDmarc(check), assessMx(check)]);
      expect(words).not.toMatch(/<b>|%\{i\}/);
    }),
  );
});

it("records are recognised by their version", () => {
  expect(["v=spf1", "v=spf1 mx", "V=SPF1 mx", "v=spf10 mx", "v=spf2.0/pra", " v=spf1"].map(isSpfRecord)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
  expect(["v=DMARC1; p=none", "v = DMARC1 ;p=none", "v=dmarc1; p=none", "v=DMARC12"].map(isDmarcRecord)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
