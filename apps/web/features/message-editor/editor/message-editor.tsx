'use client';

import { placeholdersFor, sampleValues } from '@tally/contract/message-editor/placeholders';
import type { MessageType } from '@tally/contract/message-editor/types';
import type { ServerId } from '@tally/contract/wire/ids';
import { countMessage, findProblems, type Problem } from '@tally/message/discord';
import { useTranslations } from 'next-intl';
import { type ReactNode, type RefObject, useMemo, useRef } from 'react';
import { Fold } from '../../../ui/tool/fold.tsx';
import type { PlaceholderWords } from '../template/suggestions.tsx';
import type { TemplateHandle } from '../template/template-input.tsx';
import type { EditedMessage } from './body.ts';
import { ButtonsSection } from './buttons-section.tsx';
import { CardSection } from './card-section.tsx';
import { Chips } from './chips.tsx';
import { Scene } from './context.tsx';
import { IdentitySection } from './identity-section.tsx';
import { Part } from './part.tsx';

export interface Locked {
  /** Content in place of the parts that the plan lacks: a crown and a link to the plans. */
  readonly buttons?: ReactNode;
  readonly identity?: ReactNode;
}

const nothing: Locked = {};

/** Edits the text, card, buttons and sender of one message. The caller holds the draft. */
export function MessageEditor({
  serverId,
  type,
  value,
  onChange,
  words,
  locked = nothing,
  isCompact = false,
}: {
  serverId: ServerId;
  type: MessageType | 'sticky';
  value: EditedMessage;
  /** `field` names the edited field, for undo. */
  onChange: (field: string, to: (now: EditedMessage) => EditedMessage) => void;
  words: PlaceholderWords;
  locked?: Locked;
  /** True to fold all unused parts except the text. */
  isCompact?: boolean;
}) {
  const t = useTranslations('message-editor');
  const lastPart = useRef<RefObject<TemplateHandle | null>>(null);
  const scene = useScene({ type, value, words });
  const onWriting = (part: RefObject<TemplateHandle | null>) => {
    lastPart.current = part;
  };
  const rest = (
    <>
      <CardSection
        value={value.embed}
        onChange={(field, to) => onChange(field, (now) => ({ ...now, embed: to(now.embed) }))}
      />
      {locked.buttons ?? (
        <ButtonsSection
          serverId={serverId}
          value={value.buttons}
          onChange={(field, to) => onChange(field, (now) => ({ ...now, buttons: to(now.buttons) }))}
        />
      )}
      {/* A webhook cannot send direct messages, so they have no sender setting. */}
      {type !== 'giveawayDM' &&
        (locked.identity ?? (
          <IdentitySection
            value={value.webhook}
            onChange={(field, to) => onChange(field, (now) => ({ ...now, webhook: to(now.webhook) }))}
          />
        ))}
    </>
  );
  const used = [
    ...(value.embed ? (['card'] as const) : []),
    ...(value.buttons.length > 0 ? (['buttons'] as const) : []),
    ...(value.webhook?.enabled ? (['identity'] as const) : []),
  ];
  return (
    <Scene value={{ ...scene, onWriting }}>
      <div className="flex flex-col gap-6">
        <Chips onPick={(name) => lastPart.current?.current?.put(name)} />
        <Part
          path="content"
          label={t('parts.content')}
          hint={t('editor.textHint')}
          isMultiline
          value={value.content}
          onChange={(content) => onChange('content', (now) => ({ ...now, content }))}
        />
        {isCompact ? (
          <Fold
            title={t('editor.rest')}
            isOpen={used.length > 0}
            summary={used.map((part) => t(`editor.${part}`)).join(' · ')}
          >
            <div className="flex flex-col gap-6">{rest}</div>
          </Fold>
        ) : (
          rest
        )}
      </div>
    </Scene>
  );
}

/** Returns the problems of a message, in the order of its parts. */
export function useProblems(type: MessageType | 'sticky', value: EditedMessage): readonly Problem[] {
  return useMemo(() => findProblems(value, placeholdersFor(type)), [type, value]);
}

/** Returns the text of a problem in the page's language. */
export function useProblemSentence(): (problem: Problem) => string {
  const t = useTranslations('message-editor.problems');
  return ({ code, values }) => t(code, { ...values });
}

function useScene({
  type,
  value,
  words,
}: {
  type: MessageType | 'sticky';
  value: EditedMessage;
  words: PlaceholderWords;
}) {
  const problems = useProblems(type, value);
  const sentenceOf = useProblemSentence();
  const counters = useMemo(() => {
    const counted = countMessage({ template: value, placeholders: placeholdersFor(type), values: sampleValues(type) });
    return new Map(counted.map(({ path, length, limit }) => [path, { length, limit }]));
  }, [type, value]);
  return { placeholders: placeholdersFor(type), words, counters, problems, sentenceOf };
}
