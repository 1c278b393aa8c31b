'use client';

import { Menu } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { iconButtonClass } from '../../ui/icon-button.tsx';
import type { ShellFrame } from '../shell-data.ts';

const MobileMenu = dynamic(() => import('./mobile-menu.tsx').then((module) => module.MobileMenu), { ssr: false });

export function MobileMenuButton({
  shell,
  label,
  hasSidebar,
}: {
  shell: ShellFrame;
  label: string;
  hasSidebar: boolean;
}) {
  const [isOpen, setOpen] = useState(false);
  const [isWanted, setWanted] = useState(false);
  const open = () => {
    setWanted(true);
    setOpen(true);
  };
  return (
    <span className="lg:hidden">
      <button
        type="button"
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={open}
        className={iconButtonClass}
      >
        <Icon of={Menu} size={20} />
      </button>
      {isWanted && <MobileMenu shell={shell} hasSidebar={hasSidebar} isOpen={isOpen} onOpenChange={setOpen} />}
    </span>
  );
}
