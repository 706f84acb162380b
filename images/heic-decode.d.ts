declare module "heic-decode" {
  type Image = {
    /** Size after the picture's rotation. */
    readonly width: number;
    readonly height: number;
    decode(): Promise<{ width: number; height: number; data: Uint8ClampedArray<ArrayBuffer> }>;
  };
  const heicDecode: { all(options: { buffer: Uint8Array }): Promise<Image[]> };
  export default heicDecode;
}
