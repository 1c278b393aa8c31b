/** As if the person had clicked a link to it. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser has read it by then.
  requestAnimationFrame(() => URL.revokeObjectURL(link.href));
}
