import type { SignUpView } from "./inbox-list.ts";

/** The list on paper, with a box to tick off each person; hidden on screens (print.css). */
export const PrintedSignUps = ({ signUps }: { signUps: readonly SignUpView[] }) => (
  <table className="printed">
    <thead>
      <tr>
        {["Nom", "Âge", "Téléphone", "Adresse", "Papier", "Vu"].map((title) => (
          <th key={title} scope="col">
            {title}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {signUps.map(({ id, name, age, phone, address, minor, consentFormReceivedAt, birthDateToVerify }) => (
        <tr key={id}>
          <th scope="row">{name}</th>
          <td>
            {age}
            {birthDateToVerify && ", à vérifier"}
          </td>
          <td>{phone.replaceAll(" ", "\u00a0")}</td>
          <td>{address}</td>
          <td>{consentFormReceivedAt ? `reçu le ${consentFormReceivedAt}` : minor ? "manque" : "–"}</td>
          <td>
            <i />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);
