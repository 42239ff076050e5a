import { payments } from "../../payments"

const handler = async (request: Request) => (await payments()).handler(request)

export { handler as GET, handler as OPTIONS, handler as PATCH, handler as POST }
