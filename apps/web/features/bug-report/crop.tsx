'use client';

import 'react-image-crop/dist/ReactCrop.css';
import { type Ref, useImperativeHandle, useRef, useState } from 'react';
import { type PixelCrop, ReactCrop } from 'react-image-crop';
import { cropToPng, MIN_CROP } from './screenshot.ts';

export interface CropHandle {
  toPng: () => Promise<Uint8Array>;
}

/** The picture with a frame to drag: only its inside is sent. */
export function Crop({ picture, label, ref }: { picture: string; label: string; ref: Ref<CropHandle> }) {
  const image = useRef<HTMLImageElement>(null);
  const [area, setArea] = useState<PixelCrop>();
  useImperativeHandle(ref, () => ({
    toPng: () => {
      if (!image.current) return Promise.reject(new Error(label));
      return cropToPng(image.current, area && area.width >= MIN_CROP && area.height >= MIN_CROP ? area : undefined);
    },
  }));
  return (
    <ReactCrop
      {...(area ? { crop: area } : {})}
      onChange={setArea}
      minWidth={MIN_CROP}
      minHeight={MIN_CROP}
      keepSelection
      className="self-start rounded-control border border-line"
    >
      {/* oxlint-disable-next-line nextjs/no-img-element -- a picture that was just taken has no address to optimise */}
      <img ref={image} src={picture} alt={label} className="max-h-[40dvh]" />
    </ReactCrop>
  );
}
