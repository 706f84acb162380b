/** A small DNS server on UDP for tests. */
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { onTestFinished } from "vitest";

const TYPES = { A: 1, NS: 2, CNAME: 5, MX: 15, TXT: 16 } as const;
const CODES = { NOERROR: 0, SERVFAIL: 2, NXDOMAIN: 3, REFUSED: 5 } as const;
const TRUNCATED = 0x0200;

/** A TXT record is a list of strings. */
type RecordData =
  | { readonly type: "TXT"; readonly strings: readonly string[] }
  | { readonly type: "MX"; readonly priority: number; readonly host: string }
  | { readonly type: "CNAME" | "NS"; readonly host: string }
  | { readonly type: "A" };
type Answer = {
  readonly code?: keyof typeof CODES;
  readonly records?: readonly RecordData[];
  readonly isTruncated?: boolean;
};

export const txt = (...strings: string[]): RecordData => ({ type: "TXT", strings });
export const mx = (priority: number, host: string): RecordData => ({ type: "MX", priority, host });

/** Answers `TYPE name`, for example « TXT exemple.ch ». A missing answer is NXDOMAIN. */
type Zone = Readonly<Record<string, Answer | Uint8Array | "silent">>;

/** Closes when the test ends. @returns its address, and the questions in their order */
export async function startDnsServer(zone: Zone): Promise<{ address: string; questions: string[] }> {
  const questions: string[] = [];
  const socket = createSocket("udp4");
  socket.on("message", (query, { port, address }) => {
    const { question, end } = readQuestion(query);
    questions.push(question);
    const answer = zone[question] ?? { code: "NXDOMAIN" };
    if (answer === "silent") return;
    socket.send(answer instanceof Uint8Array ? answer : write(query.subarray(0, end), answer), port, address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  onTestFinished(() => new Promise<void>((closed) => void socket.close(() => closed())));
  return { address: `127.0.0.1:${socket.address().port}`, questions };
}

function readQuestion(query: Buffer): { question: string; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  const code = query.readUInt16BE(at + 1);
  const type = Object.entries(TYPES).find(([, each]) => each === code)?.[0] ?? String(code);
  return { question: `${type} ${labels.join(".").toLowerCase()}`, end: at + 5 };
}

function write(query: Buffer, { code = "NOERROR", records = [], isTruncated = false }: Answer): Buffer {
  const head = Buffer.from(query);
  head.writeUInt16BE(0x8180 | CODES[code] | (isTruncated ? TRUNCATED : 0), 2);
  head.writeUInt16BE(records.length, 6);
  head.writeUInt16BE(0, 8);
  head.writeUInt16BE(0, 10);
  const answers: Buffer[] = [];
  // A pointer to the name of the question. Records after a CNAME have its name.
  let owner: Buffer = Buffer.from([0xc0, 12]);
  for (const record of records) {
    const data = dataOf(record);
    const fixed = Buffer.alloc(10);
    fixed.writeUInt16BE(TYPES[record.type], 0);
    fixed.writeUInt16BE(1, 2);
    fixed.writeUInt16BE(data.length, 8);
    answers.push(owner, fixed, data);
    if (record.type === "CNAME") owner = encodeName(record.host);
  }
  return Buffer.concat([head, ...answers]);
}

function dataOf(record: RecordData): Buffer {
  if (record.type === "TXT")
    return Buffer.concat(record.strings.map((text) => Buffer.from([text.length, ...Buffer.from(text, "latin1")])));
  if (record.type === "A") return Buffer.from([192, 0, 2, 1]);
  if (record.type !== "MX") return encodeName(record.host);
  return Buffer.concat([Buffer.from([record.priority >> 8, record.priority & 255]), encodeName(record.host)]);
}

const encodeName = (name: string): Buffer =>
  Buffer.concat([
    ...name
      .split(".")
      .filter(Boolean)
      .map((label) => Buffer.from([label.length, ...Buffer.from(label, "latin1")])),
    Buffer.from([0]),
  ]);
