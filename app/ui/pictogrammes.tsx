/** Small inked signs that stand beside words; never alone, thus hidden from screen readers. */

export const Triangle = () => (
  <svg viewBox="0 0 24 24" aria-hidden="true">
    <path d="M12 2 23 22H1Z" fill="#c9341f" />
    <path d="M12 9v6M12 18v1" stroke="#fff" strokeWidth="2.6" strokeLinecap="round" />
  </svg>
);

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
