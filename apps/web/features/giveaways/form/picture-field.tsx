import type { ServerId } from '@tally/contract/wire/ids';
import { ImageUp, Trash2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useSettled } from '../../../lib/browser/use-settled.ts';
import { useFailureText } from '../../../shell/failed.tsx';
import { useCreate } from '../../../shell/use-create.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { DropField } from '../../../ui/fields/drop-field.tsx';
import { Field, FieldInput } from '../../../ui/fields/field.tsx';
import { PickFile } from '../../../ui/fields/pick-file.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { Picture } from '../../message-editor/preview/picture.tsx';
import { uploadPicture } from '../api.ts';

/** Limits the file picker; the API checks the content. */
const accepted = 'image/png,image/jpeg,image/webp,image/gif';

const addressStart = 'https://';

const thumbnail = 'grid size-20 shrink-0 place-items-center rounded-control border border-line bg-ground';

/** Choosing the same file again after a failure counts as the same upload. */
const byFile = ({ name, size, lastModified }: File): string => `${name} ${size} ${lastModified}`;

/** Uploads a chosen, dropped or pasted picture. URLs on other sites are kept. */
export function PictureField({
  serverId,
  address,
  isBad,
  onChange,
}: {
  serverId: ServerId;
  address: string;
  isBad: boolean;
  onChange: (address: string) => void;
}) {
  const t = useTranslations('giveaways.fields');
  const textOf = useFailureText();
  const { mutate, isPending, error, reset } = useCreate(uploadPicture(serverId), { by: byFile });
  const settled = useSettled(address.trim());

  const send = (file: File) => mutate(file, { onSuccess: onChange });
  /** Uploads the first file. Pasted or dropped text goes to the URL field, as usual. */
  const take = ({ files: [file] }: DataTransfer) => {
    if (file && !isPending) send(file);
    return file !== undefined;
  };
  const change = (next: string) => {
    reset();
    onChange(next);
  };
  const problem = error ? textOf(error) : isBad ? t('imageBad') : undefined;

  return (
    <Field label={t('image')} hint={t('imageHint')} error={problem}>
      <DropField
        onDrop={take}
        hasPaste
        className="flex items-start gap-3 rounded-control outline-text data-over:outline-2 data-over:outline-dashed"
      >
        {address !== '' && !isBad && settled !== '' && (
          <Picture src={settled} className={cx(thumbnail, 'object-cover text-muted')} />
        )}
        <div className="grid min-w-0 flex-1 gap-2">
          <FieldInput
            inputMode="url"
            dir="ltr"
            placeholder={addressStart}
            value={address}
            onChange={({ target }) => change(target.value)}
          />
          <div className="flex flex-wrap gap-2">
            <PickFile
              accept={accepted}
              onPick={send}
              className={`${buttonClass('quiet', 'compact')} focus-within:outline-2`}
            >
              {isPending ? <Spinner /> : <Icon of={ImageUp} />}
              {t(address === '' ? 'imageUpload' : 'imageReplace')}
            </PickFile>
            {address !== '' && (
              <Button icon={Trash2} variant="ghost" size="compact" onClick={() => change('')}>
                {t('imageRemove')}
              </Button>
            )}
          </div>
        </div>
      </DropField>
    </Field>
  );
}
