/** Decodes the primary picture of a HEIC file with libheif's C interface. The end of the worker frees the memory. */
import { parentPort, workerData } from "node:worker_threads";
import libheif from "libheif-js/wasm-bundle.js";
import { largestVariantSize } from "#domain/pictures/picture-variants.ts";
import type { HeicPixels, HeicTask } from "./heic.ts";

const RGB = 1;
const INTERLEAVED_CHANNEL = 10;
/** Values of `heif_chroma` by the number of channels. */
const INTERLEAVED = { 3: 10, 4: 11 } as const;

/** The sum of 16 × 16 values of 8 bits fits into 16 bits. */
const SIDE_MAX = 16;

const { bytes, pixels } = workerData as HeicTask;
const error = libheif._malloc(16);
const out = libheif._malloc(4);
const uint32 = (pointer: number) => libheif.HEAPU32[pointer / 4] as number;

const handle = openPrimary();
const width = libheif._heif_image_handle_get_width(handle);
const height = libheif._heif_image_handle_get_height(handle);
const channels: 3 | 4 = libheif._heif_image_handle_has_alpha_channel(handle) ? 4 : 3;
const picture: HeicPixels | null = width * height > pixels ? null : { ...reduce(), profile: profileOf() };
parentPort?.postMessage(picture, picture ? [picture.data.buffer] : []);

function openPrimary(): number {
  const file = libheif._malloc(bytes.length);
  libheif.HEAPU8.set(bytes, file);
  const context = libheif._heif_context_alloc();
  libheif._heif_context_read_from_memory(error, context, file, bytes.length, 0);
  throwIfFailed();
  libheif._heif_context_get_primary_image_handle(error, context, out);
  throwIfFailed();
  return uint32(out);
}

function throwIfFailed(): void {
  if (uint32(error) !== 0) throw new Error(`libheif: error ${uint32(error)}, ${uint32(error + 4)}`);
}

/**
 * Averages squares of pixels, as long as the result stays larger than the picture's largest variant, so that a picture
 * of 48 megapixels is never in memory as a whole. A picture with alpha keeps its size, because transparent pixels have
 * no colour.
 */
function reduce() {
  const scale = channels === 4 ? 1 : Math.floor(width / largestVariantSize(width, height).width);
  const side = Math.min(Math.max(1, scale), SIDE_MAX);
  const [columns, rows] = [Math.floor(width / side), Math.floor(height / side)];
  const sums = new (side === 1 ? Uint8Array : Uint16Array)(columns * rows * channels);
  for (const { left, top, image } of decodedTiles()) {
    const plane = libheif._heif_image_get_plane_readonly(image, INTERLEAVED_CHANNEL, out);
    const stride = uint32(out);
    const memory = libheif.HEAPU8;
    const right = Math.min(libheif._heif_image_get_width(image, INTERLEAVED_CHANNEL), columns * side - left);
    const bottom = Math.min(libheif._heif_image_get_height(image, INTERLEAVED_CHANNEL), rows * side - top);
    for (let y = Math.max(0, -top); y < bottom; y++) {
      const row = Math.floor((top + y) / side) * columns;
      for (let x = Math.max(0, -left); x < right; x++) {
        const from = plane + y * stride + x * channels;
        const to = (row + Math.floor((left + x) / side)) * channels;
        for (let channel = 0; channel < channels; channel++)
          (sums[to + channel] as number) += memory[from + channel] as number;
      }
    }
    libheif._heif_image_release(image);
  }
  const data = sums instanceof Uint8Array ? sums : quotients(sums, side ** 2);
  return { width: columns, height: rows, channels, data };
}

/** `Uint8Array.from` would exceed the heap. */
function quotients(values: Uint16Array, divisor: number): Uint8Array<ArrayBuffer> {
  const result = new Uint8Array(values.length);
  for (let i = 0; i < values.length; i++) result[i] = (values[i] as number) / divisor;
  return result;
}

function profileOf(): Uint8Array {
  const size = libheif._heif_image_handle_get_raw_color_profile_size(handle);
  if (size === 0) return new Uint8Array();
  const profile = libheif._malloc(size);
  libheif._heif_image_handle_get_raw_color_profile(error, handle, profile);
  throwIfFailed();
  return libheif.HEAPU8.slice(profile, profile + size);
}

/** Decodes the picture, tile by tile if it is a grid. Positions are those after rotation. */
function* decodedTiles(): Generator<{ left: number; top: number; image: number }> {
  const grid = gridOf();
  if (!grid) {
    libheif._heif_decode_image(error, handle, out, RGB, INTERLEAVED[channels], 0);
    throwIfFailed();
    yield { left: 0, top: 0, image: uint32(out) };
    return;
  }
  for (let row = 0; row < grid.rows; row++)
    for (let column = 0; column < grid.columns; column++) {
      libheif._heif_image_handle_decode_image_tile(error, handle, out, RGB, INTERLEAVED[channels], 0, column, row);
      throwIfFailed();
      yield { left: column * grid.tileWidth - grid.left, top: row * grid.tileHeight - grid.top, image: uint32(out) };
    }
}

/**
 * Null for a picture that is no grid, and for one that libheif cannot decode by tiles: with alpha or cropped.
 * Layout: `heif_image_tiling` in libheif's heif_tiling.h.
 */
function gridOf() {
  const tiling = libheif._malloc(128);
  libheif._heif_image_handle_get_image_tiling(error, handle, 1, tiling);
  throwIfFailed();
  const field = (index: number) => uint32(tiling + 4 * index);
  const [columns, rows, tileWidth, tileHeight] = [field(1), field(2), field(3), field(4)];
  const isCropped = field(5) !== width || field(6) !== height;
  const [excessWidth, excessHeight] = [columns * tileWidth - width, rows * tileHeight - height];
  if (columns * rows === 1 || channels === 4 || isCropped || excessWidth >= tileWidth || excessHeight >= tileHeight)
    return null;
  // libheif 1.23 states the wrong size of the hidden part, but on the right side.
  const [top, left] = [field(7) && excessHeight, field(8) && excessWidth];
  return { columns, rows, tileWidth, tileHeight, left, top };
}
