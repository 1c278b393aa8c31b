/** Clicks a link to the file, as a person would. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser has read the file by then.
  requestAnimationFrame(() => URL.revokeObjectURL(link.href));
}
