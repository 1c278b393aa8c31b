'use client';

import 'react-image-crop/dist/ReactCrop.css';
import { type Ref, useImperativeHandle, useRef, useState } from 'react';
import { type PixelCrop, ReactCrop } from 'react-image-crop';

/** The minimum size of a crop; a smaller one is accidental. */
const MIN_CROP = 33;

export interface CropHandle {
  toPng: () => Promise<Uint8Array>;
}

/** Shows a picture with a frame to drag, and sends only the part inside. `aspect` fixes the frame's shape. */
export function Crop({
  picture,
  label,
  aspect,
  mostWidth,
  ref,
}: {
  picture: string;
  label: string;
  aspect?: number;
  /** The maximum size of the result in pixels. */
  mostWidth?: number;
  ref: Ref<CropHandle>;
}) {
  const image = useRef<HTMLImageElement>(null);
  const [area, setArea] = useState<PixelCrop>();
  useImperativeHandle(ref, () => ({
    toPng: () => {
      if (!image.current) return Promise.reject(new Error(label));
      return cropToPng(
        image.current,
        area && area.width >= MIN_CROP && area.height >= MIN_CROP ? area : undefined,
        mostWidth,
      );
    },
  }));
  const frame = ({ width, height }: { width: number; height: number }) => {
    if (!aspect) return;
    const size = width > height * aspect ? { width: height * aspect, height } : { width, height: width / aspect };
    setArea({ unit: 'px', x: (width - size.width) / 2, y: (height - size.height) / 2, ...size });
  };
  return (
    <ReactCrop
      {...(aspect ? { aspect } : {})}
      {...(area ? { crop: area } : {})}
      onChange={setArea}
      minWidth={MIN_CROP}
      minHeight={MIN_CROP}
      keepSelection
      className="self-start rounded-control border border-line"
    >
      {/* oxlint-disable-next-line nextjs/no-img-element -- a picture that was just taken has no address to optimise */}
      <img
        ref={image}
        src={picture}
        alt={label}
        onLoad={({ currentTarget }) => frame(currentTarget)}
        className="max-h-[40dvh]"
      />
    </ReactCrop>
  );
}

interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Returns the selected part, or the whole picture, as a PNG in its own pixels, up to the given width. */
async function cropToPng(
  image: HTMLImageElement,
  area: Area | undefined,
  mostWidth = Number.POSITIVE_INFINITY,
): Promise<Uint8Array> {
  const scale = image.naturalWidth / image.width;
  const part = area ?? { x: 0, y: 0, width: image.width, height: image.height };
  const canvas = document.createElement('canvas');
  const [x, y, width, height] = [part.x * scale, part.y * scale, part.width * scale, part.height * scale];
  const shrink = Math.min(1, mostWidth / width);
  canvas.width = Math.round(width * shrink);
  canvas.height = Math.round(height * shrink);
  canvas.getContext('2d')?.drawImage(image, x, y, width, height, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error('The picture could not be made into a PNG.');
  return new Uint8Array(await blob.arrayBuffer());
}
