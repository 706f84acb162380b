import { parentPort, workerData } from "node:worker_threads";
import heicDecode from "heic-decode";
import type { HeicPixels, HeicTask } from "./heic.ts";

const { bytes, pixels } = workerData as HeicTask;
const [image] = await heicDecode.all({ buffer: bytes });
if (!image || image.width * image.height > pixels) throw new Error("not a picture, or too large");
const { width, height, data } = await image.decode();
parentPort?.postMessage({ width, height, data: data.buffer } satisfies HeicPixels, [data.buffer]);
