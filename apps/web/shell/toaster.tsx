'use client';

import './toaster.css';
import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from 'lucide-react';
import { createRoot } from 'react-dom/client';
import { toast as show, ToastContainer } from 'react-toastify/unstyled';
import { buttonClass } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import type { ToastKind, ToastWords } from './toast.ts';

const icons: Record<ToastKind, LucideIcon> = {
  success: CircleCheck,
  info: Info,
  warning: TriangleAlert,
  error: CircleAlert,
};

const colours: Record<ToastKind, string> = {
  success: 'text-ok',
  info: 'text-info',
  warning: 'text-warn',
  error: 'text-red',
};

let isMounted = false;

/** A separate React root, so layouts need no container and page changes keep the toasts. */
function mount() {
  if (isMounted) return;
  isMounted = true;
  const place = document.createElement('div');
  document.body.append(place);
  createRoot(place).render(
    <ToastContainer
      position="bottom-right"
      limit={3}
      theme="dark"
      closeOnClick
      pauseOnHover
      hideProgressBar
      rtl={document.documentElement.dir === 'rtl'}
    />,
  );
}

/** The approximate height up to which toasts stack. */
const STACK_PX = 260;
const WIDTH_PX = 376;

/** Moves the toasts above the pressed button if they would cover it. */
function keepClearOf(pressed: Element | null): void {
  const { innerWidth, innerHeight } = window;
  const { left, right, top, bottom } = pressed?.getBoundingClientRect() ?? new DOMRect();
  const [from, to] = [Math.max(innerWidth - WIDTH_PX - 16, 0), innerWidth];
  const isBelow = right > from && left < to && bottom > innerHeight - STACK_PX && top < innerHeight;
  document.documentElement.style.setProperty('--toasts-above', isBelow ? `${innerHeight - top + 8}px` : '0px');
}

export function showToast(kind: ToastKind, { title, text, id, action }: ToastWords, pressed: Element | null): void {
  mount();
  keepClearOf(pressed);
  const content = (
    <div className="min-w-0">
      <div className="font-semibold">{title}</div>
      {text !== undefined && <div className="whitespace-pre-line text-muted">{text}</div>}
      {action && (
        <button type="button" onClick={action.run} className={`${buttonClass('quiet', 'compact')} mt-2`}>
          {action.label}
        </button>
      )}
    </div>
  );
  const icon = <Icon of={icons[kind]} size={18} className={colours[kind]} />;
  if (id !== undefined && show.isActive(id)) show.update(id, { render: content, type: kind, icon });
  else show[kind](content, { icon, ...(id === undefined ? {} : { toastId: id }) });
}
