import { Controller, Get, Param, Post } from "@nestjs/common"
import { paidOrders, pay } from "./payments.js"

@Controller("orders")
export class OrdersController {
  @Post(":order")
  async pay(@Param("order") order: string) {
    const { id, status } = await pay(order)
    return { id, status }
  }

  @Get(":order")
  find(@Param("order") order: string) {
    return { paid: paidOrders.has(order) }
  }
}
