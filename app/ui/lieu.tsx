/** A place, behind its pin. */
export const Lieu = ({ children }: { children: string }) => (
  <p className="lieu">
    <svg viewBox="0 0 22 28" aria-hidden="true">
      <path
        d="M11 1.5c5.5 0 9.5 4 9.5 9.3C20.5 17 14 22 11 26.5 8 22 1.5 17 1.5 10.8 1.5 5.5 5.5 1.5 11 1.5Z"
        fill="#c9341f"
        stroke="#17182b"
        strokeWidth="2.5"
        strokeLinejoin="round"
      />
      <circle cx="11" cy="10.5" r="3.6" fill="#fffbf1" />
    </svg>
    {children}
  </p>
);
