/** Captures the requests of EmailJS's own library, whose address and port cannot be configured. */
import https from "node:https";
import { connect } from "node:net";
import emailjs from "@emailjs/nodejs";
import { startHttpServer } from "#tests/http-server.ts";

/** @returns the body of the library's request for these values */
export async function bodyOfSdk(
  { publicKey, privateKey, serviceId }: { publicKey: string; privateKey: string | null; serviceId: string },
  template: string,
  params: Record<string, unknown>,
): Promise<string> {
  const { url, requests } = await startHttpServer();
  const agent = https.globalAgent;
  https.globalAgent = Object.assign(new https.Agent(), { createConnection: () => connect(Number(new URL(url).port)) });
  try {
    await emailjs.send(serviceId, template, params, { publicKey, ...(privateKey !== null && { privateKey }) });
  } finally {
    https.globalAgent = agent;
  }
  return requests[0]?.body ?? "";
}
