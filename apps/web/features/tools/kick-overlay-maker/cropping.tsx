'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import Cropper from 'react-easy-crop';
import type { PicturePosition } from './paint/compose.ts';
import type { Picture } from './picture.ts';
import { zooms } from './zooms.ts';

/** Moves the picture by dragging or arrow keys, and zooms by wheel or two fingers. */
export function Cropping({
  picture,
  place,
  onPlace,
}: {
  picture: Picture;
  place: PicturePosition;
  onPlace: (place: PicturePosition) => void;
}) {
  const t = useTranslations('kick-overlay-maker.stage');
  const [side, setSide] = useState(CSS_PIXELS);
  return (
    <Cropper
      image={picture.url}
      aspect={1}
      objectFit="cover"
      minZoom={zooms.least}
      maxZoom={zooms.most}
      crop={{ x: place.x * side, y: place.y * side }}
      zoom={place.zoom}
      rotation={place.rotation}
      onCropChange={({ x, y }) => onPlace({ ...place, x: x / side, y: y / side })}
      onZoomChange={(zoom) => onPlace({ ...place, zoom })}
      onRotationChange={(rotation) => onPlace({ ...place, rotation })}
      onCropSizeChange={({ width }) => setSide(width)}
      restrictPosition={place.zoom >= 1 && place.rotation % 90 === 0}
      showGrid={false}
      keyboardStep={2}
      disableAutomaticStylesInjection
      style={{ cropAreaStyle: { border: 0, color: 'transparent' } }}
      mediaProps={{ alt: '' }}
      cropperProps={{ role: 'application', 'aria-label': t('move') }}
    />
  );
}

/** The assumed size until the element is measured. */
const CSS_PIXELS = 400;
