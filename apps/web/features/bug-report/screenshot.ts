/** A smaller crop is an accident. */
export const MIN_CROP = 33;

/** One picture of the shared screen; sharing ends immediately. */
export async function takeScreenshot(): Promise<string> {
  const options: DisplayMediaStreamOptions & { preferCurrentTab: boolean } = {
    video: true,
    audio: false,
    preferCurrentTab: true,
  };
  const stream = await navigator.mediaDevices.getDisplayMedia(options);
  try {
    const video = document.createElement('video');
    video.srcObject = stream;
    video.muted = true;
    await video.play();
    const canvas = document.createElement('canvas');
    canvas.width = video.videoWidth;
    canvas.height = video.videoHeight;
    canvas.getContext('2d')?.drawImage(video, 0, 0);
    return canvas.toDataURL('image/png');
  } finally {
    for (const track of stream.getTracks()) track.stop();
  }
}

export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The chosen part as a PNG, in the picture's own pixels. Without an area, all of it. */
export async function cropToPng(image: HTMLImageElement, area: Area | undefined): Promise<Uint8Array> {
  const scale = image.naturalWidth / image.width;
  const part = area ?? { x: 0, y: 0, width: image.width, height: image.height };
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(part.width * scale);
  canvas.height = Math.round(part.height * scale);
  const [x, y] = [part.x * scale, part.y * scale];
  canvas.getContext('2d')?.drawImage(image, x, y, canvas.width, canvas.height, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error('The picture could not be made into a PNG.');
  return new Uint8Array(await blob.arrayBuffer());
}
