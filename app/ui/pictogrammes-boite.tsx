/** The small drawings of the inbox. */

export const Enveloppe = () => (
  <svg viewBox="0 0 32 32" aria-hidden="true">
    <path d="M3 7h26v19H3Z" fill="#fffbf1" stroke="#17182b" strokeWidth="3" strokeLinejoin="round" />
    <path d="m3 7 13 11L29 7Z" fill="#f3b233" stroke="#17182b" strokeWidth="3" strokeLinejoin="round" />
  </svg>
);

export const Retour = () => (
  <svg viewBox="0 0 32 32" aria-hidden="true">
    <path d="M14 5 4 16l10 11v-7h14v-8H14Z" fill="#f3b233" stroke="#17182b" strokeWidth="3" strokeLinejoin="round" />
  </svg>
);

export const Export = () => (
  <svg viewBox="0 0 32 32" aria-hidden="true">
    <path
      d="M4 20v8h24v-8"
      fill="none"
      stroke="currentColor"
      strokeWidth="3.5"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
    <path d="M13.5 3h5l-.3 10h5.8L16 22.5 8 13h5.8Z" fill="currentColor" />
  </svg>
);

export const Loupe = () => (
  <svg viewBox="0 0 32 32" aria-hidden="true">
    <circle cx="13" cy="13" r="9.5" fill="#a9d3e0" stroke="#17182b" strokeWidth="3.5" />
    <path d="m20 20 9 9" stroke="#17182b" strokeLinecap="round" strokeWidth="5" />
  </svg>
);
