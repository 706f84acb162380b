/** Tests the DNS records of the sender's domain with a real DNS server, and with hostile answers. */
import { Resolver } from "node:dns/promises";
import { describe, expect, it, vi } from "vitest";
import { checkMailDomain, type MailDomainResolver } from "#upkeep/health/mail-domain.ts";
import { mx, startDnsServer, txt } from "./dns-server.ts";

const DOMAIN = "exemple.ch";
const TIMEOUT_MS = 20_000;
const MAIL = { sender: `site@${DOMAIN}`, url: "smtps://site:secret@mail.infomaniak.com:465" };
const SPF = "v=spf1 include:spf.infomaniak.ch -all";
const DMARC = "v=DMARC1; p=none";

type Zone = Parameters<typeof startDnsServer>[0];

const INTERNET: Zone = { "NS ch": { records: [{ type: "NS", host: "a.nic.ch" }] } };

async function check(zone: Zone, mail: Partial<typeof MAIL> = {}, internet = INTERNET) {
  const { address, questions } = await startDnsServer({ ...internet, ...zone });
  const resolver = new Resolver({ timeout: 300, tries: 2 });
  resolver.setServers([address]);
  return { found: await checkMailDomain({ ...MAIL, ...mail }, TIMEOUT_MS, resolver), questions };
}

const WELL: Zone = {
  [`TXT ${DOMAIN}`]: { records: [txt("google-site-verification=x"), txt("v=spf1 include:spf.", "infomaniak.ch -all")] },
  [`TXT _dmarc.${DOMAIN}`]: { records: [txt(DMARC)] },
  [`MX ${DOMAIN}`]: { records: [mx(5, "mta-gw.infomaniak.ch")] },
};

describe("the DNS records of the sender’s domain", () => {
  it("are read, and nothing of the mail server's password or the sender's name is kept", async () => {
    const { found } = await check(WELL);
    expect(found).toEqual({
      domain: DOMAIN,
      mailHost: "mail.infomaniak.com",
      spf: [SPF],
      dmarc: [DMARC],
      mx: ["mta-gw.infomaniak.ch"],
    });
  });

  it("are empty for a domain without them, and for answers with records of another type", async () => {
    expect((await check({})).found).toMatchObject({ spf: [], dmarc: [], mx: [] });
    const foreign = { records: [{ type: "A" } as const] };
    const zone = { [`TXT ${DOMAIN}`]: foreign, [`TXT _dmarc.${DOMAIN}`]: foreign, [`MX ${DOMAIN}`]: foreign };
    expect((await check(zone)).found).toMatchObject({ spf: [], dmarc: [], mx: [] });
  });

  it.each<[string, Zone[string]]>([
    ["fails", { code: "SERVFAIL" }],
    ["refuses", { code: "REFUSED" }],
    ["says nothing", "silent"],
    ["truncates its answer and has no TCP", { isTruncated: true }],
  ])("are unknown, not missing, when the DNS %s", async (_, answer) => {
    const { found } = await check({ ...WELL, [`TXT ${DOMAIN}`]: answer, [`TXT _dmarc.${DOMAIN}`]: answer });
    expect(found).toMatchObject({ spf: null, dmarc: null, mx: ["mta-gw.infomaniak.ch"] });
  });

  it("are unknown when the DNS answers with garbage", async () => {
    const garbage = Buffer.from("HTTP/1.1 200 OK");
    const { found } = await check({ ...WELL, [`TXT ${DOMAIN}`]: garbage, [`TXT _dmarc.${DOMAIN}`]: garbage });
    expect(found).toMatchObject({ spf: null, dmarc: null });
  });

  it("are unknown when the DNS of an isolated network knows no name at all, and those that it knows are kept", async () => {
    expect((await check({}, {}, {})).found).toMatchObject({ spf: null, dmarc: null, mx: null });
    expect((await check({ ...WELL, [`MX ${DOMAIN}`]: { records: [] } }, {}, {})).found).toMatchObject({
      spf: [SPF],
      dmarc: [DMARC],
      mx: null,
    });
  });

  it("are unknown without a network", async () => {
    const resolver = new Resolver({ timeout: 100, tries: 1 });
    resolver.setServers(["127.0.0.1:9"]);
    expect(await checkMailDomain(MAIL, TIMEOUT_MS, resolver)).toMatchObject({ spf: null, dmarc: null, mx: null });
  });

  it("of DMARC are those of the nearest parent domain that has one, never of a top-level domain", async () => {
    const sender = "site@site.jeunesse.exemple.ch";
    const { found, questions } = await check(WELL, { sender });
    expect(found).toMatchObject({ domain: "site.jeunesse.exemple.ch", dmarc: [DMARC], spf: [], mx: [] });
    expect(questions.filter((question) => question.includes("_dmarc"))).toEqual([
      "TXT _dmarc.site.jeunesse.exemple.ch",
      "TXT _dmarc.jeunesse.exemple.ch",
      "TXT _dmarc.exemple.ch",
    ]);
    expect((await check({}, { sender })).questions).not.toContain("TXT _dmarc.ch");
    const failing: Zone = { ...WELL, "TXT _dmarc.jeunesse.exemple.ch": { code: "SERVFAIL" } };
    expect((await check(failing, { sender })).found.dmarc).toBeNull();
  });

  it("are found behind a CNAME", async () => {
    const alias = { type: "CNAME", host: "_dmarc.hote.exemple" } as const;
    const { found } = await check({ ...WELL, [`TXT _dmarc.${DOMAIN}`]: { records: [alias, txt(DMARC)] } });
    expect(found.dmarc).toEqual([DMARC]);
  });

  it("contain several SPF records and a null MX as they are", async () => {
    const { found } = await check({
      [`TXT ${DOMAIN}`]: { records: [txt(SPF), txt("v=spf10 no"), txt("V=SPF1")] },
      [`MX ${DOMAIN}`]: { records: [mx(0, ".")] },
    });
    expect(found).toMatchObject({ spf: [SPF, "V=SPF1"], mx: [""] });
  });

  it.each([
    ["smtp://localhost:25", null],
    ["smtp://127.0.0.1", null],
    ["smtp://[::1]:25", null],
    ["smtp://a%40b:c@Mail.Hote.CH:587", "mail.hote.ch"],
  ])("come with the name of the mail server %s: %s", async (url, mailHost) =>
    expect((await check({}, { url })).found.mailHost).toBe(mailHost),
  );
});

describe("a resolver", () => {
  const resolverOf = (texts: unknown, servers: unknown = []) => {
    const cancel = vi.fn();
    const resolver = {
      resolveTxt: async () => texts,
      resolveMx: async () => servers,
      resolveNs: async () => ["a.nic.ch"],
      cancel,
    };
    return { resolver: resolver as unknown as MailDomainResolver, cancel };
  };

  it("that never answers does not delay the check beyond its deadline, and is cancelled", async () => {
    const never = () => new Promise<never>(() => {});
    const cancel = vi.fn();
    const found = await checkMailDomain(MAIL, 50, { resolveTxt: never, resolveMx: never, resolveNs: never, cancel });
    expect(found).toMatchObject({ spf: null, dmarc: null, mx: null });
    expect(cancel).toHaveBeenCalledOnce();
  });

  it("that returns a huge text or thousands of records costs little, and little of it is kept", async () => {
    const huge = ["v=spf1 ", ...Array.from({ length: 240 }, () => "x".repeat(250))];
    const many = Array.from({ length: 20_000 }, () => huge.slice(0, 20));
    const servers = Array.from({ length: 20_000 }, (_, i) => ({ priority: i, exchange: `mx${i}.exemple.ch` }));
    const found = await checkMailDomain(MAIL, TIMEOUT_MS, resolverOf([huge, ...many], servers).resolver);
    expect(JSON.stringify(found).length).toBeLessThan(100_000);
    expect([found.spf?.length, found.dmarc, found.mx?.length]).toEqual([10, [], 10]);
  });

  it.each([[null], [[null]], [{}], [["v=spf1 -all"]], [[[1]]]])(
    "that returns %j instead of records makes them unknown or missing, and the check does not fail",
    async (texts) => {
      const found = await checkMailDomain(MAIL, TIMEOUT_MS, resolverOf(texts, texts).resolver);
      expect(found.spf ?? []).toEqual([]);
    },
  );
});
