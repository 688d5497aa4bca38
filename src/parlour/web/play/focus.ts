/** The focused element, through all shadow roots; null if it is only the page. */
export function deepFocus(): HTMLElement | null {
  let found = document.activeElement;
  while (found?.shadowRoot?.activeElement) found = found.shadowRoot.activeElement;
  return found instanceof HTMLElement && found !== document.body ? found : null;
}
