/** Shrinking a smaller file takes a phone more time than the shorter upload saves. */
const THRESHOLD_BYTES = 1_500_000;
const SIDE_MAX = 2400;
const QUALITY = 0.9;

/**
 * Saves upload time. The server processes every picture anyway.
 * @returns a smaller JPEG, upright and without metadata; null if the file cannot be decoded or is already small
 */
export async function shrinkImage(file: File): Promise<File | null> {
  if (file.size < THRESHOLD_BYTES) return null;
  const image = await createImageBitmap(file, { imageOrientation: "from-image" }).catch(() => null);
  if (!image) return null;
  const scale = Math.min(1, SIDE_MAX / Math.max(image.width, image.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(image.width * scale);
  canvas.height = Math.round(image.height * scale);
  const ctx = canvas.getContext("2d");
  if (!ctx) return null;
  // JPEG has no transparency: without a fill, the background would be black. The fill is the page's card colour.
  ctx.fillStyle = "#fffbf1";
  ctx.fillRect(0, 0, canvas.width, canvas.height);
  ctx.drawImage(image, 0, 0, canvas.width, canvas.height);
  image.close();
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", QUALITY));
  if (!blob || blob.size >= file.size) return null;
  return new File([blob], `${file.name.replace(/\.[^.]*$/, "")}.jpg`, { type: "image/jpeg" });
}
