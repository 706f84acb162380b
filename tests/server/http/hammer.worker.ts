/** One machine that asks for the same again as soon as it is answered, on many connections. Says when it is first answered. */
import { Agent, request } from "node:http";
import { parentPort, workerData } from "node:worker_threads";

export type Hammer = {
  url: string;
  connections: number;
  /** Visitor's address, as a proxy notes it. */
  from: string;
  /** `*` becomes a number that was not used before. */
  path: string;
  cookie?: string;
  /** Of a form. */
  body?: string;
};

const { url, connections, from, path, cookie = "", body } = workerData as Hammer;
const agent = new Agent({ keepAlive: true, maxSockets: connections });
const headers = { "x-forwarded-for": from, cookie };
const form = { ...headers, origin: url, "content-type": "application/x-www-form-urlencoded" };
const options = body === undefined ? { agent, headers } : { agent, headers: form, method: "POST" };
let number = 0;

function ask(): void {
  const sent = request(url + path.replace("*", String(number++)), options, (answer) => {
    parentPort?.postMessage(answer.statusCode);
    answer.resume().on("end", ask);
  });
  sent.on("error", ask).end(body);
}

for (let i = 0; i < connections; i++) ask();
