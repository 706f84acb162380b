/** When a page asks for challenges for the browser's autofill, and when not. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { offerPasskeyInAutofill } from "#app/session/passkey-ceremony.ts";
import { PASSKEY_CHALLENGE_LIFETIME_MS } from "#domain/accounts/passkey.ts";

const HOUR_MS = 60 * 60 * 1000;
/** Of the browser: a credential as the API returns it. */
const CREDENTIAL = {
  id: "a2V5",
  rawId: new ArrayBuffer(1),
  type: "public-key",
  response: {
    authenticatorData: new ArrayBuffer(1),
    clientDataJSON: new ArrayBuffer(1),
    signature: new ArrayBuffer(1),
    userHandle: new ArrayBuffer(1),
  },
  getClientExtensionResults: () => ({}),
};

type Request = { signal: AbortSignal; mediation: string; choose: (credential: object) => void };

let page: EventTarget & { visibilityState: string; focused: boolean; shown: boolean };
let focus: EventTarget;
let requests: Request[];
const ask = vi.fn();
let isAvailable = true;
beforeEach(() => {
  vi.useFakeTimers();
  isAvailable = true;
  requests = [];
  ask.mockReset().mockImplementation(async () => Response.json({ challenge: "AA", rpId: "localhost" }));
  const field = { getClientRects: () => (page.shown ? [{}] : []) };
  page = Object.assign(new EventTarget(), {
    visibilityState: "visible",
    focused: true,
    shown: true,
    hasFocus: () => page.focused,
    querySelectorAll: () => [field],
  });
  focus = new EventTarget();
  const get = ({ signal, mediation }: Request) =>
    new Promise((choose, reject) => {
      requests.push({ signal, mediation, choose });
      signal.addEventListener("abort", () => reject(signal.reason));
    });
  vi.stubGlobal("document", page);
  vi.stubGlobal("addEventListener", focus.addEventListener.bind(focus));
  vi.stubGlobal("fetch", ask);
  vi.stubGlobal("navigator", { credentials: { get } });
  const PublicKeyCredential = Object.assign(() => {}, { isConditionalMediationAvailable: async () => isAvailable });
  vi.stubGlobal("PublicKeyCredential", PublicKeyCredential);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const settle = () => vi.advanceTimersByTimeAsync(0);
const pending = () => requests.filter(({ signal }) => !signal.aborted).length;

it("the sign-in page offers passkeys in the autofill from its opening on, without a dialog, and passes the response on once", async () => {
  const chosen: string[] = [];
  const withdraw = offerPasskeyInAutofill((response) => chosen.push(response));
  await settle();
  expect(requests.map(({ mediation }) => mediation)).toEqual(["conditional"]);
  requests[0]?.choose(CREDENTIAL);
  await settle();
  expect(chosen.map((text) => JSON.parse(text).id)).toEqual(["a2V5"]);
  withdraw();
});

it("a sign-in page that keeps the focus for an hour always has a valid passkey challenge, and requests 14 of them", async () => {
  const withdraw = offerPasskeyInAutofill(() => {});
  let oldest = Date.now();
  for (let minute = 0; minute < 60; minute++) {
    const before = requests.length;
    await vi.advanceTimersByTimeAsync(HOUR_MS / 60);
    if (requests.length > before) oldest = Date.now() - HOUR_MS / 60;
    expect([pending(), Date.now() - oldest <= PASSKEY_CHALLENGE_LIFETIME_MS]).toEqual([1, true]);
  }
  expect(ask).toHaveBeenCalledTimes(14);
  withdraw();
});

it("a sign-in page without focus requests no passkey challenge, and a new one when it gets the focus again", async () => {
  const withdraw = offerPasskeyInAutofill(() => {});
  await settle();
  page.focused = false;
  await vi.advanceTimersByTimeAsync(HOUR_MS);
  expect([ask.mock.calls.length, pending()]).toEqual([1, 1]);
  page.focused = true;
  for (let i = 0; i < 3; i++) focus.dispatchEvent(new Event("focus"));
  await settle();
  expect([ask.mock.calls.length, pending()]).toEqual([2, 1]);
  withdraw();
});

it("a sign-in page in the background, or with a hidden field, requests no passkey challenge until it is visible", async () => {
  page.visibilityState = "hidden";
  const withdraw = offerPasskeyInAutofill(() => {});
  page.shown = false;
  await vi.advanceTimersByTimeAsync(HOUR_MS);
  page.visibilityState = "visible";
  page.dispatchEvent(new Event("visibilitychange"));
  await settle();
  expect(ask).not.toHaveBeenCalled();
  page.shown = true;
  focus.dispatchEvent(new Event("focus"));
  await settle();
  expect(ask).toHaveBeenCalledOnce();
  withdraw();
});

it("a browser without passkey autofill requests no challenge; a refused request changes nothing", async () => {
  isAvailable = false;
  const withdraw = offerPasskeyInAutofill(() => expect.unreachable());
  await settle();
  expect(ask).not.toHaveBeenCalled();
  withdraw();
  isAvailable = true;
  ask.mockImplementation(async () => new Response(null, { status: 429 }));
  const withdrawAgain = offerPasskeyInAutofill(() => expect.unreachable());
  await vi.advanceTimersByTimeAsync(PASSKEY_CHALLENGE_LIFETIME_MS - 60_000);
  expect([ask.mock.calls.length, requests]).toEqual([1, []]);
  withdrawAgain();
});

it("a withdrawn offer of passkeys in the autofill is aborted, also before its challenge has arrived, and is not renewed", async () => {
  offerPasskeyInAutofill(() => expect.unreachable())();
  await settle();
  expect(requests).toEqual([]);
  const withdraw = offerPasskeyInAutofill(() => expect.unreachable());
  await settle();
  withdraw();
  await vi.advanceTimersByTimeAsync(HOUR_MS);
  focus.dispatchEvent(new Event("focus"));
  await settle();
  expect([requests.length, pending()]).toEqual([1, 0]);
});
