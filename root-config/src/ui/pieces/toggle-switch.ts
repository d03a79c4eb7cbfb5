/** A file of its own, so that it loads with the first dialog that has one. */
export { ToggleSwitch } from '@primer/react';
