import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";

/** @returns so many ports of this machine that nobody listens on at this moment, each another one */
export async function portsLibres(nombre: number): Promise<number[]> {
  const serveurs = Array.from({ length: nombre }, () => createServer().listen(0, "127.0.0.1"));
  await Promise.all(serveurs.map((serveur) => once(serveur, "listening")));
  const ports = serveurs.map((serveur) => (serveur.address() as AddressInfo).port);
  await Promise.all(serveurs.map((serveur) => new Promise((ferme) => serveur.close(ferme))));
  return ports;
}

export async function portLibre(): Promise<number> {
  const [port = 0] = await portsLibres(1);
  return port;
}
