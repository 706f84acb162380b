import { parentPort, workerData } from "node:worker_threads";
import heicDecode from "heic-decode";
import type { Picture, Task } from "./heic.ts";

const { bytes, pixels } = workerData as Task;
const [image] = await heicDecode.all({ buffer: bytes });
if (!image || image.width * image.height > pixels) throw new Error("not a picture, or too large");
const { width, height, data } = await image.decode();
parentPort?.postMessage({ width, height, data: data.buffer } satisfies Picture, [data.buffer]);
