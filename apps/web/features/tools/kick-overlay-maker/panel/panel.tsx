'use client';

import { ImagePlus, RotateCcw, X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Button } from '../../../../ui/button.tsx';
import { buttonClass } from '../../../../ui/button-class.ts';
import { cx } from '../../../../ui/cx.ts';
import { PickFile } from '../../../../ui/fields/pick-file.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { TabPanel, Tabs } from '../../../../ui/tabs.tsx';
import {
  badgeMarks,
  badgeStyles,
  type Design,
  ends,
  limits,
  mostBadgeLetters,
  mostTextLetters,
  ringStyles,
  shapes,
} from '../design/design.ts';
import { type PicturePosition, unmoved } from '../paint/compose.ts';
import { type Picture, pictureKinds } from '../picture.ts';
import { zooms } from '../zooms.ts';
import { Choices, Colour, Range, Words } from './controls.tsx';
import { Designs } from './designs.tsx';

interface PanelProps {
  design: Design;
  /** `about` names the edited part. Consecutive changes to it are one undo step. */
  onChange: (to: Partial<Design>, about: string) => void;
  picture: Picture | null;
  place: PicturePosition;
  onPlace: (place: PicturePosition) => void;
  overlay: Picture | null;
  onOverlay: (file: File | null) => void;
}

const tabs = ['designs', 'ring', 'badge', 'text', 'picture'] as const;
const panelClass = 'flex flex-col gap-5';

export function Panel(props: PanelProps) {
  const t = useTranslations('kick-overlay-maker.panel');
  return (
    <Tabs label={t('label')} tabs={tabs.map((value) => ({ value, label: t(`tabs.${value}`) }))}>
      <TabPanel value="designs">
        <Designs design={props.design} onChange={props.onChange} picture={props.picture} />
      </TabPanel>
      <TabPanel value="ring" className={panelClass}>
        <RingPart {...props} />
      </TabPanel>
      <TabPanel value="badge" className={panelClass}>
        <BadgePart {...props} />
      </TabPanel>
      <TabPanel value="text" className={panelClass}>
        <TextPart {...props} />
      </TabPanel>
      <TabPanel value="picture" className={panelClass}>
        <PicturePart {...props} />
      </TabPanel>
    </Tabs>
  );
}

/** The rings that have a second color. */
const hasTo: ReadonlySet<Design['ring']> = new Set([
  'gradient',
  'double',
  'neon',
  'dashes',
  'pixels',
  'rays',
  'scallops',
  'glitch',
]);
const hasAngle: ReadonlySet<Design['ring']> = new Set(['gradient', 'spectrum', 'neon', 'dashes', 'rays', 'scallops']);

function RingPart({ design, onChange }: PanelProps) {
  const t = useTranslations('kick-overlay-maker.panel');
  const { ring } = design;
  return (
    <>
      <Choices
        label={t('ring')}
        values={ringStyles}
        value={ring}
        wordOf={(value) => t(`rings.${value}`)}
        onChange={(to) => onChange({ ring: to }, 'ring')}
      />
      <Choices
        label={t('shape')}
        values={shapes}
        value={design.shape}
        wordOf={(value) => t(`shapes.${value}`)}
        onChange={(shape) => onChange({ shape }, 'shape')}
      />
      {ring !== 'none' && (
        <>
          <Range
            label={t('width')}
            shown={`${design.ringWidth}`}
            value={design.ringWidth}
            least={limits.ringWidth[0]}
            most={limits.ringWidth[1]}
            onChange={(ringWidth) => onChange({ ringWidth }, 'ringWidth')}
          />
          {ring !== 'corners' && (
            <Range
              label={t('gap')}
              shown={`${design.gap}`}
              value={design.gap}
              least={limits.gap[0]}
              most={limits.gap[1]}
              onChange={(gap) => onChange({ gap }, 'gap')}
            />
          )}
          {hasAngle.has(ring) && (
            <Range
              label={t('angle')}
              shown={`${design.angle}°`}
              value={design.angle}
              least={limits.angle[0]}
              most={limits.angle[1]}
              onChange={(angle) => onChange({ angle }, 'angle')}
            />
          )}
        </>
      )}
      <div className="grid gap-2 sm:grid-cols-2">
        {ring !== 'none' && ring !== 'spectrum' && (
          <Colour label={t('from')} value={design.from} onChange={(from) => onChange({ from }, 'from')} />
        )}
        {hasTo.has(ring) && <Colour label={t('to')} value={design.to} onChange={(to) => onChange({ to }, 'to')} />}
        <Colour
          label={t('background')}
          value={design.background}
          onChange={(background) => onChange({ background }, 'background')}
        />
      </div>
    </>
  );
}

function BadgePart({ design, onChange }: PanelProps) {
  const t = useTranslations('kick-overlay-maker.panel');
  return (
    <>
      <Choices
        label={t('badge')}
        values={badgeStyles}
        value={design.badge}
        wordOf={(value) => t(`badges.${value}`)}
        onChange={(badge) => onChange({ badge }, 'badge')}
      />
      {design.badge !== 'none' && (
        <>
          <Words
            label={t('words')}
            value={design.badgeWords}
            most={mostBadgeLetters}
            onChange={(badgeWords) => onChange({ badgeWords }, 'badgeWords')}
          />
          <Choices
            label={t('mark')}
            values={badgeMarks}
            value={design.badgeMark}
            wordOf={(value) => t(`marks.${value}`)}
            onChange={(badgeMark) => onChange({ badgeMark }, 'badgeMark')}
          />
          <Choices
            label={t('end')}
            values={ends}
            value={design.badgeEnd}
            wordOf={(value) => t(`ends.${value}`)}
            onChange={(badgeEnd) => onChange({ badgeEnd }, 'badgeEnd')}
          />
          <div className="grid gap-2 sm:grid-cols-2">
            <Colour
              label={t('fill')}
              value={design.badgeFill}
              onChange={(badgeFill) => onChange({ badgeFill }, 'badgeFill')}
            />
            <Colour
              label={t('ink')}
              value={design.badgeInk}
              onChange={(badgeInk) => onChange({ badgeInk }, 'badgeInk')}
            />
          </div>
        </>
      )}
    </>
  );
}

function TextPart({ design, onChange }: PanelProps) {
  const t = useTranslations('kick-overlay-maker.panel');
  return (
    <>
      <Words
        label={t('words')}
        value={design.text}
        most={mostTextLetters}
        onChange={(text) => onChange({ text }, 'text')}
      />
      <Choices
        label={t('end')}
        values={ends}
        value={design.textEnd}
        wordOf={(value) => t(`ends.${value}`)}
        onChange={(textEnd) => onChange({ textEnd }, 'textEnd')}
      />
      <Range
        label={t('size')}
        shown={`${design.textSize}`}
        value={design.textSize}
        least={limits.textSize[0]}
        most={limits.textSize[1]}
        onChange={(textSize) => onChange({ textSize }, 'textSize')}
      />
      <div className="grid gap-2 sm:grid-cols-2">
        <Colour label={t('ink')} value={design.textInk} onChange={(textInk) => onChange({ textInk }, 'textInk')} />
      </div>
      <p className="text-muted text-small">{t('textHint')}</p>
    </>
  );
}

function PicturePart({ picture, place, onPlace, overlay, onOverlay }: PanelProps) {
  const t = useTranslations('kick-overlay-maker.panel');
  return (
    <>
      {picture ? (
        <>
          <Range
            label={t('zoom')}
            shown={`${Math.round(place.zoom * 100)} %`}
            value={place.zoom}
            least={zooms.least}
            most={zooms.most}
            step={0.01}
            onChange={(zoom) => onPlace({ ...place, zoom })}
          />
          <Range
            label={t('rotation')}
            shown={`${Math.round(place.rotation)}°`}
            value={place.rotation}
            least={-180}
            most={180}
            onChange={(rotation) => onPlace({ ...place, rotation })}
          />
          <Button icon={RotateCcw} className="self-start" onClick={() => onPlace(unmoved)}>
            {t('reset')}
          </Button>
        </>
      ) : (
        <p className="text-muted">{t('noPicture')}</p>
      )}
      <div className="border-t border-line pt-5">
        <h3 className="font-semibold">{t('overlay')}</h3>
        <p className="mb-3 text-muted text-small">{t('overlayHint')}</p>
        <div className="flex flex-wrap gap-2">
          <PickFile
            accept={pictureKinds}
            onPick={onOverlay}
            className={cx(buttonClass(), 'has-focus-visible:outline-2 has-focus-visible:outline-offset-2')}
          >
            <Icon of={ImagePlus} />
            {overlay ? t('overlayOther') : t('overlayChoose')}
          </PickFile>
          {overlay && (
            <Button icon={X} variant="ghost" onClick={() => onOverlay(null)}>
              {t('overlayRemove')}
            </Button>
          )}
        </div>
      </div>
    </>
  );
}
