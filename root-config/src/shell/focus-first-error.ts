/** The first field that is marked as wrong gets the focus. */
export const focusFirstError = (form: HTMLElement | null): void =>
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
