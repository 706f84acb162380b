/** Wakes the script that starts React (app/plus-tard.ts). Its text stays the same, so the policy's hash or nonce allows it. */
export function eveiller(endormi: HTMLScriptElement): void {
  const partir = () => {
    const eveille = document.createElement("script");
    eveille.type = "module";
    eveille.nonce = endormi.nonce;
    eveille.textContent = endormi.textContent;
    endormi.replaceWith(eveille);
  };
  // A frame is followed by its painting, the next task comes behind. A page that nobody sees paints nothing.
  if (document.hidden) partir();
  else requestAnimationFrame(() => setTimeout(partir));
}
