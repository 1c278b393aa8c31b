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

/** A root of its own: no layout has to carry the container, and a page change does not take a toast away. */
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

export function showToast(kind: ToastKind, { title, text, id, action }: ToastWords): void {
  mount();
  show[kind](
    <div className="min-w-0">
      <div className="font-semibold">{title}</div>
      {text !== undefined && <div className="whitespace-pre-line text-muted">{text}</div>}
      {action && (
        <button type="button" onClick={action.run} className={`${buttonClass('quiet', 'compact')} mt-2`}>
          {action.label}
        </button>
      )}
    </div>,
    {
      icon: <Icon of={icons[kind]} size={18} className={colours[kind]} />,
      ...(id === undefined ? {} : { toastId: id }),
    },
  );
}
