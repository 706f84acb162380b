/** What Node's own HTTP costs: a server that sends one body with the headers of the site, and does nothing else. */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";

const [port, file, headers] = process.argv.slice(2);
const body = readFileSync(file ?? "");
const pairs: [string, string][] = JSON.parse(headers ?? "[]");
createServer((_request, response) => {
  response.writeHead(200, pairs.flat());
  response.end(body);
}).listen(Number(port), "127.0.0.1");
