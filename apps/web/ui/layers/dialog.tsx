'use client';

import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type ReactElement, type ReactNode, type RefObject, useRef } from 'react';
import { Button } from '../button.tsx';
import { cx } from '../cx.ts';
import { Icon } from '../icon.tsx';
import { iconButtonClass } from '../icon-button.tsx';
import { firstField } from './first-field.ts';

export interface DialogProps {
  title: ReactNode;
  description?: ReactNode;
  /** The element that opens the dialog. Without one, `open` controls it. */
  trigger?: ReactElement;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** The buttons at the end. A button in `<DialogClose>` closes the dialog. */
  actions?: ReactNode;
  /** The element to focus instead of the first field, or of the title if there are no fields. */
  initialFocus?: RefObject<HTMLElement | null>;
  /** Returns the element to focus after closing, instead of the previous one. */
  finalFocus?: () => HTMLElement | null;
  className?: string;
  children?: ReactNode;
}

export function Dialog({
  title,
  description,
  trigger,
  open,
  onOpenChange,
  actions,
  initialFocus,
  finalFocus,
  className,
  children,
}: DialogProps) {
  const t = useTranslations('ui');
  const heading = useRef<HTMLHeadingElement>(null);
  const content = useRef<HTMLDivElement>(null);
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange?.(next)}>
      {trigger && <Base.Trigger render={trigger} />}
      <Base.Portal>
        <Backdrop />
        <Base.Popup
          // Never focuses the close button, because the first typed space would press it.
          initialFocus={
            initialFocus ??
            // On touch, the keyboard stays closed until the person taps a field.
            ((how) => (how === 'touch' ? undefined : firstField(content.current)) ?? heading.current ?? true)
          }
          finalFocus={finalFocus}
          className={cx(
            'fixed inset-x-4 top-[12dvh] z-50 mx-auto max-h-[76dvh] max-w-lg overflow-y-auto rounded-panel border border-line bg-surface p-5 shadow-float float-in',
            className,
          )}
        >
          <div className="flex items-start justify-between gap-4">
            <Base.Title ref={heading} tabIndex={-1} className="font-semibold text-title outline-none">
              {title}
            </Base.Title>
            <Base.Close className={cx(iconButtonClass, '-me-2 -mt-1.5')} aria-label={t('close')}>
              <Icon of={X} />
            </Base.Close>
          </div>
          {description !== undefined && <Base.Description className="mt-1 text-muted">{description}</Base.Description>}
          {children !== undefined && (
            <div ref={content} className="mt-4">
              {children}
            </div>
          )}
          {actions !== undefined && (
            // Sticky, so the buttons are in reach below long content.
            <div className="sticky -bottom-5 -mx-5 mt-6 -mb-5 flex flex-wrap justify-end gap-2 bg-surface px-5 pt-3 pb-5">
              {actions}
            </div>
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

export function DialogCancel() {
  const t = useTranslations('ui');
  return <Base.Close render={<Button>{t('cancel')}</Button>} />;
}

export function DialogClose({ children }: { children: ReactElement }) {
  return <Base.Close render={children} />;
}

export function Backdrop() {
  return (
    <Base.Backdrop className="fixed inset-0 z-40 bg-black/55 transition-opacity duration-140 data-starting-style:opacity-0 data-ending-style:opacity-0" />
  );
}
