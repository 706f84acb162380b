/** A passkey in memory, with the responses of a browser, and with responses that no browser would send. */
import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import type { PasskeyResponse } from "#domain/accounts/passkey.ts";

type Said = { challenge: string; rp?: { id: string }; rpId?: string };
type Odd = { origin?: string; userVerified?: boolean; counter?: number; host?: string };

const ORIGIN = "http://localhost";
const sha256 = (data: string | Uint8Array) => createHash("sha256").update(data).digest();
const base64 = (data: string | Uint8Array) => Buffer.from(data).toString("base64url");

/** @param origin of the site's pages */
export function createKey(origin = ORIGIN) {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const [rawId, id] = ((raw) => [raw, base64(raw)] as const)(randomBytes(16));
  const clientData = (type: string, { challenge }: Said, odd: Odd) =>
    JSON.stringify({ type: `webauthn.${type}`, challenge, origin: odd.origin ?? origin, crossOrigin: false });

  const authenticatorData = ({ rp, rpId }: Said, { userVerified = true, counter = 0, host }: Odd, flags: number) => {
    const head = Buffer.alloc(5);
    head.writeUInt8(1 | (userVerified ? 4 : 0) | flags);
    head.writeUInt32BE(counter, 1);
    return Buffer.concat([sha256(host ?? rp?.id ?? rpId ?? ""), head]);
  };

  return {
    id,
    /** @param options of the site, for a new key */
    make(options: object | null, odd: Odd = {}): PasskeyResponse {
      const said = options as Said;
      const cose = Buffer.concat([
        Buffer.from("a5010203262001215820", "hex"),
        Buffer.from(x, "base64url"),
        Buffer.from("225820", "hex"),
        Buffer.from(y, "base64url"),
      ]);
      const data = Buffer.concat([
        authenticatorData(said, odd, 0x40),
        Buffer.alloc(16),
        Buffer.from([0, rawId.length]),
        rawId,
        cose,
      ]);
      // CBOR: { fmt: "none", attStmt: {}, authData: data }
      const head = Buffer.from("a363666d74646e6f6e656761747453746d74a0686175746844617461", "hex");
      const attestationObject = base64(Buffer.concat([head, Buffer.from([0x58, data.length]), data]));
      const response = { clientDataJSON: base64(clientData("create", said, odd)), attestationObject };
      return { id, rawId: id, type: "public-key", clientExtensionResults: {}, response };
    },
    /** @param options of the site, for a sign-in or a confirmation @param account id that the key belongs to */
    use(options: object | null, account: string, odd: Odd = {}): PasskeyResponse {
      const said = options as Said;
      const data = authenticatorData(said, odd, 0);
      const clientDataJSON = clientData("get", said, odd);
      const signature = sign("sha256", Buffer.concat([data, sha256(clientDataJSON)]), privateKey);
      const response = {
        clientDataJSON: base64(clientDataJSON),
        authenticatorData: base64(data),
        signature: base64(signature),
        userHandle: base64(account),
      };
      return { id, rawId: id, type: "public-key", clientExtensionResults: {}, response };
    },
  };
}
