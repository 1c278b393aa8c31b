/** Saves a file by a click on a temporary link. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // By the next frame, the browser has read the file.
  requestAnimationFrame(() => URL.revokeObjectURL(link.href));
}
