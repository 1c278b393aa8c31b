'use client';

export { GlobalError as default } from '../shell/global-error.tsx';
