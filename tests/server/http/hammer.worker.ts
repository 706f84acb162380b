/** A worker thread that repeats a request on many connections without a pause. Posts the status of each answer. */
import { Agent, request } from "node:http";
import { parentPort, workerData } from "node:worker_threads";

export type Hammer = {
  url: string;
  connections: number;
  /** Value of X-Forwarded-For. */
  from: string;
  /** `*` is replaced by a new number in each request. */
  path: string;
  cookie?: string;
  /** If present, the request is a POST of this form. */
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
