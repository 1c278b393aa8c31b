'use client';

import '../../ui/theme.css';
import { ErrorScreen, type ErrorScreenProps } from './error-screen.tsx';

/** Shown if the root layout fails. */
export function GlobalError(props: ErrorScreenProps) {
  return (
    <html lang="en-US">
      <body>
        <ErrorScreen {...props} />
      </body>
    </html>
  );
}
