/** The small drawings on what only the committee sees. */

export const Crayon = () => (
  <svg viewBox="0 0 32 32" aria-hidden="true">
    <path
      d="M4 28 6.5 19 22 3.5l6.5 6.5L13 25.5Z"
      fill="#a9d3e0"
      stroke="#17182b"
      strokeWidth="3"
      strokeLinejoin="round"
    />
    <path d="m4 28 2.5-9 6.5 6.5Z" fill="#17182b" />
  </svg>
);

export const Corbeille = () => (
  <svg viewBox="0 0 32 32" aria-hidden="true">
    <path
      d="M5 9h22M12 9V4h8v5M7.5 9 9 28.5h14L24.5 9"
      fill="#f2a98f"
      stroke="#17182b"
      strokeWidth="3"
      strokeLinejoin="round"
      strokeLinecap="round"
    />
    <path d="M13 14.5v9M19 14.5v9" stroke="#17182b" strokeWidth="3" strokeLinecap="round" />
  </svg>
);

export const Chainon = () => (
  <svg viewBox="0 0 32 32" aria-hidden="true">
    <path
      d="M13 19 19 13M11 14l-5 5c-2 2-2 5 0 7s5 2 7 0l5-5M21 18l5-5c2-2 2-5 0-7s-5-2-7 0l-5 5"
      fill="none"
      stroke="currentColor"
      strokeWidth="3.5"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
);

export const Sablier = () => (
  <svg viewBox="0 0 32 32" aria-hidden="true">
    <path
      d="M8 4h16c0 6-4 9-6 12 2 3 6 6 6 12H8c0-6 4-9 6-12-2-3-6-6-6-12Z"
      fill="#fffbf1"
      stroke="#17182b"
      strokeWidth="3"
      strokeLinejoin="round"
    />
    <path d="M11 26c1-4 3-5 5-5s4 1 5 5Z" fill="#f3b233" />
    <path d="M6 4h20M6 28h20" stroke="#17182b" strokeWidth="3.5" strokeLinecap="round" />
  </svg>
);

/** A drawer: kept, not sent. */
export const Dossier = () => (
  <svg viewBox="0 0 32 32" aria-hidden="true">
    <path d="M4 6h24v9H4Zm0 9h24v11H4Z" fill="#fffbf1" stroke="#17182b" strokeWidth="3" strokeLinejoin="round" />
    <path d="M12 10.5h8M12 20.5h8" stroke="#17182b" strokeWidth="3" strokeLinecap="round" />
  </svg>
);

export const Plus = () => (
  <svg viewBox="0 0 24 24" aria-hidden="true">
    <path d="M10 2.5h4.2l-.3 7.4 7.6-.2v4.4l-7.5-.2.2 7.7H9.8l.2-7.6-7.5.2V9.8l7.6.2Z" fill="currentColor" />
  </svg>
);

export const Croix = () => (
  <svg viewBox="0 0 24 24" aria-hidden="true">
    <path
      d="M4 5c6 5 10 9 16 15M20 4C14 10 10 14 4 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="3.5"
      strokeLinecap="round"
    />
  </svg>
);

export const Camera = () => (
  <svg viewBox="0 0 32 32" aria-hidden="true">
    <path d="M3 9h6l3-4h8l3 4h6v18H3Z" fill="#a9d3e0" stroke="#17182b" strokeWidth="3" strokeLinejoin="round" />
    <circle cx="16" cy="17.5" r="5" fill="#f3b233" stroke="#17182b" strokeWidth="3" />
  </svg>
);
