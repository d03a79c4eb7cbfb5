/** The few steps of which the page is made. */

export const place = <Tag extends keyof HTMLElementTagNameMap>(
  parent: Element,
  tag: Tag,
  className: string,
): HTMLElementTagNameMap[Tag] => {
  const made = document.createElement(tag);
  if (className !== '') made.className = className;
  parent.appendChild(made);
  return made;
};
/** Nothing to say: it takes no room. The same text is left alone, so that it is not read out again. */
export const withText = <Made extends HTMLElement>(made: Made, text: string): Made => {
  if (made.textContent !== text) made.textContent = text;
  made.style.display = text === '' ? 'none' : '';
  return made;
};
