'use client';

export { GlobalError as default } from '../shell/screens/global-error.tsx';
