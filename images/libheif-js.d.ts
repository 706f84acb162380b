/** The functions of libheif's C interface that `heic-worker.ts` calls. Numbers are pointers or C values. */
declare module "libheif-js/wasm-bundle.js" {
  const libheif: {
    /** Another array after each growth of the memory. */
    readonly HEAPU8: Uint8Array<ArrayBuffer>;
    readonly HEAPU32: Uint32Array<ArrayBuffer>;
    _malloc(bytes: number): number;
    _heif_context_alloc(): number;
    _heif_context_read_from_memory(error: number, context: number, bytes: number, size: number, options: number): void;
    _heif_context_get_primary_image_handle(error: number, context: number, handle: number): void;
    /** Size after the picture's rotation. */
    _heif_image_handle_get_width(handle: number): number;
    _heif_image_handle_get_height(handle: number): number;
    _heif_image_handle_has_alpha_channel(handle: number): number;
    _heif_image_handle_get_raw_color_profile_size(handle: number): number;
    _heif_image_handle_get_raw_color_profile(error: number, handle: number, profile: number): void;
    _heif_image_handle_get_image_tiling(error: number, handle: number, transformed: number, tiling: number): void;
    _heif_image_handle_decode_image_tile(
      error: number,
      handle: number,
      image: number,
      colourSpace: number,
      chroma: number,
      options: number,
      column: number,
      row: number,
    ): void;
    _heif_decode_image(
      error: number,
      handle: number,
      image: number,
      colourSpace: number,
      chroma: number,
      options: number,
    ): void;
    _heif_image_get_width(image: number, channel: number): number;
    _heif_image_get_height(image: number, channel: number): number;
    _heif_image_get_plane_readonly(image: number, channel: number, stride: number): number;
    _heif_image_release(image: number): void;
  };
  export default libheif;
}
