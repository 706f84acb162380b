import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { expect, it } from "vitest";
import { nextTurn } from "#domain/next-turn.ts";

it("has what arrived by then handled first, although it is asked for while arrivals are handled", async () => {
  const serveur = createServer().listen(0, "127.0.0.1");
  await once(serveur, "listening");
  const client = connect((serveur.address() as AddressInfo).port, "127.0.0.1");
  const [socket] = (await once(serveur, "connection")) as [Socket];
  let arrive = false;
  socket.on("data", () => {
    arrive = true;
  });
  const aTemps = new Promise<boolean>((resolve) => {
    client.once("data", () => {
      client.write("visiteur");
      void nextTurn().then(() => resolve(arrive));
    });
  });
  socket.write("étape");
  expect(await aTemps).toBe(true);
  client.destroy();
  serveur.close();
});
