/** 500 visitors who ask the site at once for a page that is not in memory: how often it is rendered. */
import { createServer, get } from "node:http";
import type { AddressInfo } from "node:net";
import { httpListener } from "#server/http/http-listener.ts";
import { openInProcess } from "./in-process-site.ts";

const VISITORS = 500;
const PATH = "/planning";

/** @returns how often the events were read for so many visitors of a page that shows them */
async function readsFor(visitors: number): Promise<number> {
  const site = await openInProcess(true);
  const { events } = site.services;
  const { list } = events;
  let reads = 0;
  events.list = () => {
    reads++;
    return list();
  };
  const server = createServer(httpListener(site)).listen(0, "127.0.0.1");
  await new Promise((ready) => server.once("listening", ready));
  const { port } = server.address() as AddressInfo;
  const visit = () =>
    new Promise<number | undefined>((resolve, reject) => {
      get({ port, host: "127.0.0.1", path: PATH, agent: false }, (answer) =>
        answer.resume().on("end", () => resolve(answer.statusCode)),
      ).on("error", reject);
    });
  const answers = await Promise.all(Array.from({ length: visitors }, visit));
  if (answers.some((status) => status !== 200)) throw new Error(`${PATH} did not answer every visitor with 200.`);
  server.close();
  await site.close();
  return reads;
}

/** One render reads the events as often as it takes for a single visitor. */
export async function measureHerd(): Promise<{ visitors: number; renders: number }> {
  return { visitors: VISITORS, renders: (await readsFor(VISITORS)) / (await readsFor(1)) };
}
