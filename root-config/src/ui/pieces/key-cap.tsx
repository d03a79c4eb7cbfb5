import './key-cap.css';

/** The key that does the same, on a button or beside a label; its name is not read aloud with the words. */
export const KeyCap = ({ name }: { readonly name: string }) => (
  <kbd className="ui-key" aria-hidden>
    {name}
  </kbd>
);
