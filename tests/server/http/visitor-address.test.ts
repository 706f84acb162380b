import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { networksOfIpAddress, visitorIpAddress } from "#server/http/limits/visitor-address.ts";

const TENT = "203.0.113.7";

describe("the address of a visitor", () => {
  it("is the address of the connection without a trusted proxy, whatever the header", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (drawHeader) => {
        expect(visitorIpAddress(TENT, drawHeader, 0)).toBe(TENT);
      }),
    );
  });

  it("is the entry of the first trusted proxy: entries that a visitor wrote do not count", () => {
    fc.assert(
      fc.property(fc.string(), fc.ipV4(), (invented, view) => {
        expect(visitorIpAddress("127.0.0.1", `${invented}, ${view}`, 1)).toBe(view);
        expect(visitorIpAddress("127.0.0.1", `${invented}, ${view}, 10.0.0.1`, 2)).toBe(view);
      }),
    );
  });

  it.each([
    ["203.0.113.7:5678", TENT],
    ["[2001:db8:1:2::9]:5678", "2001:db8:1:2::/64"],
    ["2001:DB8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:db8:1:2::", "2001:db8:1:2::/64"],
    ["::1", "::/64"],
    ["::ffff:203.0.113.7", TENT],
    ["::FFFF:cb00:7107", TENT],
    ["fe80::1%eth0", "fe80::/64"],
  ])("is read from %s as %s", (forwarded, expected) => {
    expect(visitorIpAddress("127.0.0.1", forwarded, 1)).toBe(expected);
    expect(visitorIpAddress(forwarded.replace(/^\[(.*)\]:\d+$|^([\d.]+):\d+$/, "$1$2"), undefined, 0)).toBe(expected);
  });

  it.each(["", "unknown", "_hidden", "300.1.1.1", "a".repeat(50_000)])(
    "is the address of the connection if the header is %j",
    (x) => {
      expect(visitorIpAddress(TENT, x, 1)).toBe(TENT);
    },
  );

  it("is the same for all visitors without an address", () => {
    expect(visitorIpAddress(undefined, undefined, 0)).toBe(visitorIpAddress("", "x", 1));
  });
});

describe("the networks of an address", () => {
  it.each([
    ["2001:db8:1:2345:6:7:8:9", ["2001:db8:1:2345::/64", "2001:db8:1:2300::/56", "2001:db8:1::/48"]],
    ["2001:db8:1:2::", ["2001:db8:1:2::/64", "2001:db8:1::/56", "2001:db8:1::/48"]],
    ["2001:db8:1:ff:0:0:0:1", ["2001:db8:1:ff::/64", "2001:db8:1::/56", "2001:db8:1::/48"]],
    ["::ffff:203.0.113.7", [TENT]],
    ["203.0.113.7", [TENT]],
  ])("of %s are %j", (address, networks) => {
    expect(networksOfIpAddress(visitorIpAddress(address, undefined, 0))).toEqual(networks);
  });

  it("are the same for all addresses of a /64, of a /56 and of a /48", () => {
    const word = fc.integer({ min: 0, max: 0xffff });
    const words = fc.array(word, { minLength: 4, maxLength: 4 });
    fc.assert(
      fc.property(word, word, words, (subnet, other, end) => {
        const rest = end.map((one) => one.toString(16)).join(":");
        const of = (fourth: number) =>
          networksOfIpAddress(visitorIpAddress(`2001:db8:7:${fourth.toString(16)}:${rest}`, undefined, 0));
        const [a, b] = [of(subnet), of(other)];
        expect(of(subnet)).toEqual(
          networksOfIpAddress(visitorIpAddress(`2001:db8:7:${subnet.toString(16)}::`, undefined, 0)),
        );
        expect(a[2]).toBe(b[2]);
        expect(a[1] === b[1]).toBe(subnet >> 8 === other >> 8);
        expect(a[0] === b[0]).toBe(subnet === other);
      }),
    );
  });

  it("of a text that is no address are the text itself", () => {
    expect(networksOfIpAddress("inconnue")).toEqual(["inconnue"]);
    expect(networksOfIpAddress("")).toEqual([""]);
  });
});
