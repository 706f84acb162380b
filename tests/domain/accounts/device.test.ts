import { expect, it } from "vitest";
import { deviceLabel } from "#domain/accounts/device.ts";

const WEBKIT = "AppleWebKit/605.1.15 (KHTML, like Gecko)";
const CHROME = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0";
const IPHONE = `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${WEBKIT}`;
const IPAD = `Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) ${WEBKIT}`;
const GALAXY = `Mozilla/5.0 (Linux; Android 15; SM-S921B) ${CHROME}`;

it.each([
  [`${IPHONE} Version/18.5 Mobile/15E148 Safari/604.1`, "iPhone · Safari"],
  [`${IPHONE} CriOS/141.0 Mobile/15E148 Safari/604.1`, "iPhone · Chrome"],
  [`${IPAD} FxiOS/143.0 Mobile/15E148 Safari/605.1.15`, "iPad · Firefox"],
  [`Mozilla/5.0 (Linux; Android 10; K) ${CHROME} Mobile Safari/537.36`, "Android · Chrome"],
  [`${GALAXY} SamsungBrowser/28.0 Mobile Safari/537.36`, "Android · Samsung Internet"],
  ["Mozilla/5.0 (Android 15; Mobile; rv:143.0) Gecko/143.0 Firefox/143.0", "Android · Firefox"],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Version/18.5 Safari/605.1.15`, "Mac · Safari"],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36 Edg/141.0.0.0`, "Windows · Edge"],
  [`Mozilla/5.0 (X11; Linux x86_64) ${CHROME} Safari/537.36 OPR/122.0`, "Linux · Opera"],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${CHROME} Safari/537.36`, "Chromebook · Chrome"],
  ["curl/8.5.0", ""],
  ["", ""],
])("the device with the user agent %s is labelled « %s »", (header, label) => {
  expect(deviceLabel(header)).toBe(label);
});

it("the label of a device repeats no text of the User-Agent header, of which only the first 512 characters are read", () => {
  expect(deviceLabel(null)).toBe("");
  expect(deviceLabel("<b>iPhone</b> de Zoé\r\nSafari/1")).toBe("iPhone · Safari");
  expect(deviceLabel(`${"x".repeat(600)}iPhone Safari/`)).toBe("");
});
