import "reflect-metadata"
import { Module, type OnApplicationShutdown } from "@nestjs/common"
import { NestFactory } from "@nestjs/core"
import { createHandler } from "@payloom/adapter-http"
import { nodeListener } from "@payloom/adapter-http/node"
import { OrdersController } from "./orders.controller.js"
import { payloom, receiveWebhook } from "./payments.js"

@Module({ controllers: [OrdersController] })
class AppModule implements OnApplicationShutdown {
  onApplicationShutdown() {
    return payloom.close()
  }
}

const app = await NestFactory.create(AppModule)
// Before `listen`, which adds body parsers. Both read bodies as they were sent.
app.use("/payloom", nodeListener(createHandler(payloom)))
app.use("/hooks", nodeListener(receiveWebhook))
app.enableShutdownHooks()
await app.listen(Number(process.env.PORT))
